//! How long a packet may wait while every output port takes words and has credits.

use tailback_spec::switch::allocator::guard;
use tailback_spec::switch::dispatcher::Choice;
use tailback_spec::switch::lossless::LosslessSwitch;

use crate::harness::check::Violation;
use crate::switch::lossless::drain_cycles;

/// How long it has been so, and how long is too long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// The cycle since which each output takes words and has credits.
    open_since: u64,
    /// The cycle since which, in addition, nothing comes.
    quiet_since: u64,
    /// Cycles in which a packet leaves, once all outputs are open.
    bound: u64,
    /// Cycles in which all packets have left, if nothing comes either.
    drain: u64,
}

impl Patience {
    /// For a switch.
    pub(super) fn new(switch: &LosslessSwitch) -> Self {
        let drain = drain_cycles(switch);
        let bound = match &switch.dispatcher.choice {
            // Each packet before it may itself be passed over so often.
            Choice::Fifo(fifo, _) => drain * u64::from(fifo.bypasses() + 1),
            Choice::RoundRobin(_, of) => {
                let longest = switch.port.buffer().packet_blocks() * switch.port.block_words();
                // What is in the way of an urgent packet: one that comes, and one that goes.
                guard::bound_cycles(of, 8 * longest) as u64 + drain
            }
        };
        Patience { open_since: 0, quiet_since: 0, bound, drain }
    }

    /// Begins again.
    pub(super) fn begin(&mut self, cycle: u64) {
        (self.open_since, self.quiet_since) = (cycle, cycle);
    }

    /// A cycle; whether it is one in which to look at what waits.
    pub(super) fn look(&mut self, cycle: u64, open: bool, data_came: bool) -> bool {
        const BETWEEN: u64 = 256;
        if !open {
            self.open_since = cycle;
        }
        if !open || data_came {
            self.quiet_since = cycle;
        }
        cycle.is_multiple_of(BETWEEN)
    }

    /// Whether all packets must have left.
    pub(super) fn is_over(&self, cycle: u64) -> bool {
        cycle - self.quiet_since >= self.drain
    }

    /// Whether a packet that has been waiting since a cycle may still do so.
    pub(super) fn judge(&self, cycle: u64, since: u64) -> Result<(), Violation> {
        let waits = cycle - since.max(self.open_since);
        match self.is_over(cycle) || waits > self.bound {
            false => Ok(()),
            true => Err(Violation(format!(
                "and all ports take words and have credits since cycle {}",
                self.open_since
            ))),
        }
    }
}
