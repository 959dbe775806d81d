//! What Ctrl-C does: it ends the command at once, unless that would leave something half done.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What a shell reports for a program that Ctrl-C has ended: 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

static HOLDERS: AtomicUsize = AtomicUsize::new(0);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Prepares for Ctrl-C. To be called once, first of all.
pub fn prepare() {
    // Without a handler Ctrl-C ends the program at once, which is good enough.
    let _ = ctrlc::set_handler(|| {
        // Who presses it twice does not want to wait.
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

/// While this value lives, the first Ctrl-C only sets [`asked`](Self::asked).
#[derive(Debug)]
pub struct Hold(());

impl Hold {
    pub fn new() -> Self {
        HOLDERS.fetch_add(1, Ordering::SeqCst);
        Hold(())
    }

    /// Whether Ctrl-C was pressed. Who holds for long must ask often, tidy up and return
    /// [`Failure::Interrupted`](crate::failure::Failure::Interrupted).
    pub fn asked(&self) -> bool {
        asked()
    }

    /// The same for work that is told so after each step.
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
