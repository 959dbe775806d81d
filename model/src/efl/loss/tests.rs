//! Losses traced by hand.

use super::*;
use crate::efl::examples::parameters;
use tailback_spec::efl::Parameters;

const RTO_MIN: u64 = 500;

struct Driven {
    model: EflLoss,
    now: u64,
}

impl Driven {
    /// Five flows: scans of flows 5 to 7 find nothing.
    fn new() -> Self {
        let efl = Efl::new(Parameters { flows: 5, ..parameters() }).expect("in range");
        let mut driven = Driven { model: EflLoss::new(&efl), now: 0 };
        for _ in 0..8 {
            assert!(driven.model.cycle(&EflLossInputs::default()).sweeping);
        }
        driven.frame(EflLossInputs::default());
        driven
    }

    /// Runs a frame, with `events` in all of its phases; returns the report of the frame before.
    fn frame(&mut self, events: EflLossInputs) -> Option<(u64, bool)> {
        let inputs = EflLossInputs { now: self.now, set_rto_min: RTO_MIN, ..events };
        let outputs: Vec<_> = (0..8).map(|_| self.model.cycle(&inputs)).collect();
        assert!(outputs[1..].iter().all(|outputs| !outputs.lost && !outputs.sweeping));
        outputs[0].lost.then_some((outputs[0].lost_flow, outputs[0].lost_late))
    }

    fn idle(&mut self) -> Option<(u64, bool)> {
        self.frame(EflLossInputs::default())
    }

    fn sent(&mut self, flow: u64) {
        self.frame(EflLossInputs { sent: true, sent_flow: flow, ..Default::default() });
    }

    fn duplicate(&mut self, flow: u64) {
        self.frame(EflLossInputs { duplicate: true, ack_flow: flow, ..Default::default() });
    }

    fn ack(&mut self, flow: u64, rtt: u64, left: bool) {
        self.frame(EflLossInputs {
            acknowledged: true,
            ack_flow: flow,
            ack_rtt: rtt,
            ack_left: left,
            ..Default::default()
        });
    }

    /// Losses of as many frames as a round of the scan takes.
    fn round(&mut self) -> Vec<(u64, bool)> {
        (0..9).filter_map(|_| self.idle()).collect()
    }
}

#[test]
fn the_second_duplicate_is_a_loss_and_further_ones_are_not() {
    let mut driven = Driven::new();
    driven.sent(3);
    driven.duplicate(3);
    assert_eq!(driven.idle(), None);
    driven.duplicate(3);
    assert_eq!(driven.idle(), Some((3, false)));
    for _ in 0..5 {
        driven.duplicate(3);
        assert_eq!(driven.idle(), None);
    }
    driven.ack(3, 100, true);
    driven.duplicate(3);
    driven.duplicate(3);
    assert_eq!(driven.idle(), Some((3, false)));
}

#[test]
fn a_flow_times_out_once_its_deadline_has_passed() {
    let mut driven = Driven::new();
    driven.sent(4);
    driven.now = RTO_MIN - 1;
    assert_eq!(driven.round(), []);
    driven.now = RTO_MIN;
    assert_eq!(driven.round(), [(4, true)]);
    // Doubled: 500 + 1000.
    driven.now = 1499;
    assert_eq!(driven.round(), []);
    driven.now = 1500;
    assert_eq!(driven.round(), [(4, true)]);
}

#[test]
fn an_ack_of_all_packets_disarms_and_one_of_some_sets_a_new_deadline() {
    let mut driven = Driven::new();
    driven.sent(0);
    driven.now = 400;
    driven.ack(0, 400, true);
    // Twice the smoothed RTT of 400 is more than the least time-out.
    driven.now = 1199;
    assert_eq!(driven.round(), []);
    driven.ack(0, 100, false);
    driven.now = 1 << 20;
    assert_eq!(driven.round(), []);
}

#[test]
fn a_frame_with_a_loss_by_duplicates_has_no_scan() {
    let mut driven = Driven::new();
    driven.sent(1);
    driven.sent(0);
    driven.duplicate(0);
    driven.now = RTO_MIN;
    // Next in the scan is flow 4.
    driven.model.scan = 1;
    driven.duplicate(0);
    assert_eq!((driven.model.scan, driven.idle()), (1, Some((0, false))));
    assert_eq!(driven.idle(), Some((1, true)));
}

#[test]
fn events_in_other_phases_and_while_timers_are_cleared_are_ignored() {
    let efl = Efl::new(Parameters { flows: 9, ..parameters() }).expect("in range");
    let mut model = EflLoss::new(&efl);
    for cycle in 0..32 {
        let sent = cycle < 16 || cycle % 8 != 4;
        let outputs = model.cycle(&EflLossInputs { sent, sent_flow: 2, ..Default::default() });
        assert_eq!(outputs.sweeping, cycle < 16);
    }
    assert!(!model.timers[2].armed);
}
