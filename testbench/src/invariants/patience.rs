//! Time limit for a packet while every output port is ready and has credits.

use tailback_spec::switch::allocator::guard;
use tailback_spec::switch::dispatcher::Choice;
use tailback_spec::switch::top::SwitchTop;

use crate::harness::Violation;

/// Cycles in which a switch drains if no new packets are received and every port is ready, and each
/// VL has sent its credits twice.
pub fn drain_cycles(switch: &SwitchTop) -> u64 {
    let (port, buffer) = (&switch.port, switch.port.buffer());
    // Worst case: each block is a packet of its own, and all go to the same port.
    const LEAST_CYCLES: usize = 8;
    let blocks = port.ports() * buffer.blocks();
    let packets = blocks * port.block_words().max(LEAST_CYCLES);
    (2 * packets + 3 * switch.link.period_cycles() + 1000) as u64
}

/// Time since all outputs are open, and the limits for waiting.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// Cycle since which every output port is ready and has credits.
    open_since: u64,
    /// Cycle since which, in addition, no data is received.
    quiet_since: u64,
    /// Cycles in which every packet leaves while all outputs are open.
    bound: u64,
    /// Cycles in which the switch drains while all outputs are open and no data is received.
    drain: u64,
}

impl Patience {
    /// Limits for a switch.
    pub(super) fn new(switch: &SwitchTop) -> Self {
        let drain = drain_cycles(switch);
        let bound = match &switch.dispatcher.choice {
            // Each packet ahead may itself be bypassed that often.
            Choice::Fifo(fifo) => drain * u64::from(fifo.bypasses() + 1),
            Choice::RoundRobin(_, of) => {
                let longest = switch.port.buffer().packet_blocks() * switch.port.block_words();
                // An urgent packet waits for at most one packet being received and one being
                // transmitted.
                guard::bound_cycles(of, 8 * longest) as u64 + drain
            }
        };
        Patience { open_since: 0, quiet_since: 0, bound, drain }
    }

    /// Restarts the times at `cycle`.
    pub(super) fn begin(&mut self, cycle: u64) {
        (self.open_since, self.quiet_since) = (cycle, cycle);
    }

    /// Clocks one cycle; returns whether waiting packets are to be checked in it.
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

    /// Checks the time that a packet has waited since cycle `since`.
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
