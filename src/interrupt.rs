//! Handling of Ctrl-C: it ends the command at once, except while partial results must be cleaned
//! up.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Exit code that a shell reports for a program ended by Ctrl-C: 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

static HOLDERS: AtomicUsize = AtomicUsize::new(0);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Installs the handler of Ctrl-C; must be called once, at the start.
pub fn prepare() {
    // Without a handler Ctrl-C ends the program at once, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        // A second Ctrl-C ends the program at once.
        let again = ASKED.swap(true, Ordering::SeqCst);
        if again || HOLDERS.load(Ordering::SeqCst) == 0 {
            std::process::exit(EXIT_CODE.into());
        }
    });
}

/// Whether Ctrl-C was pressed.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Guard: while it lives, the first Ctrl-C only sets [`asked`](Self::asked).
#[derive(Debug)]
pub struct Hold(());

impl Hold {
    pub fn new() -> Self {
        HOLDERS.fetch_add(1, Ordering::SeqCst);
        Hold(())
    }

    /// Whether Ctrl-C was pressed. A long-lived holder must poll this often, clean up and return
    /// [`Failure::Interrupted`](crate::failure::Failure::Interrupted).
    pub fn asked(&self) -> bool {
        asked()
    }

    /// Returns whether to continue, for work that polls after each step.
    pub fn go_on(&self) -> ControlFlow<()> {
        match asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        HOLDERS.fetch_sub(1, Ordering::SeqCst);
    }
}
