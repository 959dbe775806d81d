//! A flow that is alone and has one packet at a time: what an ACK leads to is known as it comes.

use super::{
    frame_of, Limiter, Place, Start, ACKS, FRAME, NEVER, STARTED_AHEAD, STARTING_FRAMES, STARTS,
};

impl Limiter {
    /// The cycle in which the next grant is shown after an ACK that is offered from a cycle on, if nothing
    /// but that ACK decides it.
    pub fn foresees_grant(&self, offered: u64) -> Option<u64> {
        let [flow] = self.flows[..] else { return None };
        let waits = matches!(flow.place, Place::Parked | Place::Timed) && flow.ready;
        if !waits || self.window != 1 || flow.in_flight != 1 || self.next != NEVER {
            return None;
        }
        let frame = frame_of(offered.max(self.ack_free), ACKS);
        Some(match self.slots.first() {
            Some((slot, _)) if *slot > frame => slot * FRAME + flow.rest,
            // The ACK makes it due, and it is granted in the frame after that.
            _ => (frame + 2) * FRAME,
        })
    }

    /// Such an ACK and its grant, and the start of the packet, of so many words, that is asked for from
    /// a cycle on; another packet waits behind it. The first cycle in which it may go.
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
