//! A flow that is alone and has one packet in flight: the effect of an ACK is computed as it
//! arrives.

use super::{
    frame_of, Limiter, Place, Start, ACKS, FRAME, NEVER, STARTED_AHEAD, STARTING_FRAMES, STARTS,
};

impl Limiter {
    /// Cycle in which the next grant is offered after an ACK that is offered from a cycle on, if
    /// nothing but that ACK determines it.
    pub fn foresees_grant(&self, offered: u64) -> Option<u64> {
        let [flow] = self.flows[..] else { return None };
        if self.single {
            return None;
        }
        let waits = matches!(flow.place, Place::Parked | Place::Timed) && flow.ready;
        if !waits || self.window != 1 || flow.in_flight != 1 || self.next != NEVER {
            return None;
        }
        let frame = frame_of(offered.max(self.ack_free), ACKS);
        Some(match self.slots.first() {
            Some((slot, _)) if *slot > frame => slot * FRAME + flow.rest,
            // The ACK makes the flow due, and the flow is granted in the frame after that.
            _ => (frame + 2) * FRAME,
        })
    }

    /// Processes such an ACK, its grant, and the start of a packet of `words` beats that is
    /// requested from cycle `asks` on; another packet waits behind it. Returns the first cycle in
    /// which the first beat of the packet can be held.
    pub fn foreseen(&mut self, offered: u64, marked: bool, asks: u64, words: u64) -> u64 {
        self.ack(offered, 0, 1, marked);
        self.acks.clear();
        self.slots.clear();
        let start = Start { flow: 0, words, more: true };
        let goes = self.start(asks, start);
        if let Some((taken, _)) = self.starts.pop_front() {
            let frame = frame_of(taken, STARTS);
            self.flows[0].place = Place::Timed;
            self.take_delay(frame * FRAME + STARTS + 1, taken, start);
            self.put_in_slot(0, frame + STARTING_FRAMES + STARTED_AHEAD);
        }
        goes
    }
}
