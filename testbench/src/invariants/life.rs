//! Head-of-Queue Life limit: packets of an output port that may have been dropped.

use tailback_spec::registers::switch::address;
use tailback_spec::switch::head_of_queue::{HeadOfQueue, RESET_CODE, UNLIMITED};

use crate::axi_lite::Write;

/// Time since the queues of each output port last transmitted a packet.
#[derive(Debug, Clone)]
pub struct Life {
    parameters: HeadOfQueue,
    /// For each output port, the code of its limit.
    codes: Vec<u32>,
    /// For each output port, number of consecutive cycles in which the link was ready.
    ready: Vec<u64>,
    queues: Vec<Queue>,
}

/// Queue of one virtual lane at an output port.
#[derive(Debug, Clone, Copy)]
struct Queue {
    /// Earliest cycle in which the packet transmitted last may have been started.
    since: u64,
    /// Lowest code of the limit since then.
    code: u32,
    /// The next packet may be dropped.
    expired: bool,
}

/// Largest number of cycles from the start of a packet to its first beat on a link that is always
/// ready.
const START_TO_BEAT: u64 = 48;

impl Life {
    /// State of a switch after reset.
    pub fn new(parameters: &HeadOfQueue) -> Self {
        let port = parameters.port();
        let queue = Queue { since: 0, code: RESET_CODE, expired: false };
        Life {
            parameters: *parameters,
            codes: vec![RESET_CODE; port.ports()],
            ready: vec![0; port.ports()],
            queues: vec![queue; port.buffer().queues()],
        }
    }

    /// Whether packets of an output port and virtual lane may be dropped.
    pub fn is_expired(&self, output: usize, lane: usize) -> bool {
        self.queues[output * self.parameters.port().lanes() + lane].expired
    }

    /// The first beat of a packet has been transmitted.
    pub fn leaves(&mut self, output: usize, lane: usize, cycle: u64) {
        // With a link that was not ready, the packet may have waited in the output queue for long.
        if self.ready[output] < START_TO_BEAT {
            return;
        }
        let since = cycle.saturating_sub(START_TO_BEAT);
        let code = self.codes[output];
        self.queues[output * self.parameters.port().lanes() + lane] =
            Queue { since, code, expired: false };
    }

    /// Clocks one cycle; calls `expires` with each output port and virtual lane whose packets may
    /// be dropped from now on.
    pub fn clock(&mut self, cycle: u64, ready: u64, mut expires: impl FnMut(usize, usize)) {
        for (port, cycles) in self.ready.iter_mut().enumerate() {
            *cycles = if ready >> port & 1 != 0 { *cycles + 1 } else { 0 };
        }
        let lanes = self.parameters.port().lanes();
        for (number, queue) in self.queues.iter_mut().enumerate() {
            let code = self.codes[number / lanes];
            if code >= UNLIMITED {
                *queue = Queue { since: cycle, code, expired: false };
                continue;
            }
            queue.code = queue.code.min(code);
            let limit = self.parameters.limit_cycles(queue.code).unwrap_or(u64::MAX);
            if !queue.expired && cycle - queue.since >= limit {
                queue.expired = true;
                expires(number / lanes, number % lanes);
            }
        }
    }

    /// Applies a register write that takes effect with this cycle.
    pub fn write(&mut self, write: &Write) {
        const WORD: u32 = !3;
        let Some(behind) = (write.address & WORD).checked_sub(address::PORTS) else { return };
        let code = self.codes.get_mut((behind / address::PORT_STRIDE) as usize);
        let is_life = behind % address::PORT_STRIDE == address::port::HEAD_OF_QUEUE;
        if let Some(code) = code.filter(|_| is_life) {
            *code = write.data & RESET_CODE;
        }
    }

    /// Reset; `cycle` is the number of the next cycle.
    pub fn reset(&mut self, cycle: u64) {
        *self = Life::new(&self.parameters);
        self.queues.iter_mut().for_each(|queue| queue.since = cycle);
    }
}
