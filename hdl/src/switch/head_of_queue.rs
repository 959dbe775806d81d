//! How long a packet may be the next one of its queue.

mod ages;
mod fate;
mod time;

pub use ages::QueueAges;
pub use fate::PacketFate;
pub use time::LimitTime;

use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{HeadOfQueue as Config, CODE_BITS};
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Drops packets that have waited for credits, or for their link, for longer than the
    /// Head-of-Queue Life limit of their output port.
    ///
    /// A queue is a lane of an output port. One that has waited for too long is expired: it counts as
    /// having credits, and the packet of it that is started next is dropped.
    pub struct HeadOfQueue(config: &Config) as "tailback_head_of_queue" {
        /// Ports.
        count ports = config.port().ports();
        /// Lanes of a port.
        count lanes = config.port().lanes();

        /// Code of the output port's limit: 0 to 19 are 4.096 us times two to that power.
        input(config.port().ports()) limit[CODE_BITS];
        /// A packet waits in the queue, and lacks nothing but credits or a link.
        input(config.port().buffer().queues()) stalled;
        /// The input port starts a packet.
        input(config.port().ports()) start;
        /// To this output port.
        input(config.port().ports()) destination[config.port().port_bits()];
        /// Of this lane.
        input(config.port().ports()) lane[lane_bits(config.port())];
        /// The output port takes words.
        input(config.port().ports()) engaged;
        /// From this input port.
        input(config.port().ports()) source[config.port().port_bits()];

        /// The packet of the queue that is started next is dropped.
        output(config.port().buffer().queues()) expired;
        /// The packet that the input port starts is dropped.
        output(config.port().ports()) discard;
        /// A packet that was to go to the output port is dropped.
        output(config.port().ports()) late;
        /// Its lane; 0 without `late`.
        output(config.port().ports()) late_lane[lane_bits(config.port())];

        /// The time, in units of an eighth of the shortest limit.
        sub ticker: LimitTime = LimitTime::new(config);
        /// The queues of each output port.
        sub(config.port().ports()) ages: QueueAges = QueueAges::new(config);
        /// The packet of each input port.
        sub(config.port().ports()) fate: PacketFate = PacketFate::new(config);
    }
}

impl Logic for HeadOfQueue {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.ages[port].ticks.next = self.ticker.ticks.val();
            self.ages[port].limit.next = self.limit[port].val();
            self.ages[port].engaged.next = self.engaged[port].val();
            self.ages[port].source.next = self.source[port].val();
            for from in 0..self.ports.val() {
                self.ages[port].start[from].next = self.start[from].val();
                self.ages[port].lane[from].next = self.lane[from].val();
                self.fate[port].late[from].next = self.ages[from].late.val();
            }
            for at in 0..self.lanes.val() {
                self.ages[port].stalled[at].next = self.stalled[port * self.lanes.val() + at].val();
                self.expired[port * self.lanes.val() + at].next = self.ages[port].expired[at].val();
            }
            self.late[port].next = self.ages[port].late.val();
            self.late_lane[port].next = self.ages[port].late_lane.val();
            self.fate[port].start.next = self.start[port].val();
            self.fate[port].destination.next = self.destination[port].val();
            self.discard[port].next = self.fate[port].discard.val();
        }
    }
}
