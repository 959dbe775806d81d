//! Keeping Ctrl-C out of the few renames that must happen together.

/// While this value lives, the signals with which a person or a shell ends a program wait.
///
/// They reach the calling thread only after it is dropped. In a program with more threads another
/// one may still take them; what such an interruption leaves behind is completed by the next
/// [`write_to`](super::Package::write_to).
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
            // Cannot fail: the mask was read from this thread.
            let _ = before.thread_set_mask();
        }
    }
}
