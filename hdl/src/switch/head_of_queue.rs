//! Head-of-Queue Life: how long a packet may be the next one of its queue.

mod ages;
mod time;

pub use ages::QueueAges;
pub use time::LimitTime;

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue as Config, CODE_BITS};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Drops packets that have waited for credits, or for their link, for longer than the
    /// Head-of-Queue Life limit of their output port.
    ///
    /// A queue is a virtual lane (VL) of an output port. A queue that has waited for too long is
    /// expired: it counts as having credits, and the packet of it that is started next is dropped.
    pub struct HeadOfQueue(config: &Config) as "tailback_head_of_queue" {
        /// Ports.
        count ports = config.port().ports();

        /// Per output port: code of the limit: 0 to 19 are 4.096 us times two to that power, others
        /// no limit.
        input(config.port().ports()) limit[CODE_BITS];
        /// One bit per queue: a packet waits, and lacks only credits or the link.
        input(config.port().buffer().queues()) stalled;
        /// One bit per input port: a packet starts.
        input(config.port().ports()) start;
        /// Per input port: output port of the packet that was started last.
        input(config.port().ports()) destination[config.port().port_bits()];
        /// Per input port: VL index of the packet that was started last.
        input(config.port().ports()) lane[lane_bits(config.port())];
        /// One bit per output port: a packet to it starts.
        input(config.port().ports()) begins;
        /// Per output port: input port of the packet that was started to it last.
        input(config.port().ports()) source[config.port().port_bits()];

        /// One bit per queue: the packet that is started next is dropped.
        output(config.port().buffer().queues()) expired;
        /// One bit per input port: the packet that starts is dropped.
        output(config.port().ports()) discard;
        /// One bit per output port: a packet that was to be sent to it is dropped.
        output(config.port().ports()) late;
        /// Per output port: VL index of the packet that is dropped; 0 without `late`.
        output(config.port().ports()) late_lane[lane_bits(config.port())];

        /// Time, in units of an eighth of the shortest limit.
        sub ticker: LimitTime = LimitTime::new(config);
        /// Waiting times of each output port's queues.
        sub(config.port().ports()) ages: QueueAges = QueueAges::new(config);
    }
    connect {
        ticker, ages: ends, largest;
        ages: limit, stalled, begins, source, lane, expired, late, late_lane;
    }
}

impl Logic for HeadOfQueue {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.discard[port].next =
                self.start[port].val() && self.late[self.destination[port].val().index()].val();
        }
    }
}
