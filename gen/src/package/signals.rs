//! Defers Ctrl-C during the few renames that must happen together.

/// Blocks, while this value lives, the signals that a person or a shell uses to end a program.
///
/// The calling thread receives them after the value is dropped. In a program with several threads
/// another thread may still receive them; the next [`write_to`](super::Package::write_to) completes
/// an update interrupted in that way.
pub(super) struct Held {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl Held {
    #[cfg(unix)]
    pub(super) fn new() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow, Signal};
        let ending: SigSet =
            [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
        Held { before: ending.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok() }
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> Self {
        Held {}
    }
}

#[cfg(unix)]
impl Drop for Held {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // The call cannot fail: the mask was read from this thread.
            let _ = before.thread_set_mask();
        }
    }
}
