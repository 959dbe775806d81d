use super::*;
use crate::Golden;
use proptest::prelude::*;
use tailback_spec::Lanes;

/// A transmitter and its inputs.
struct Driven {
    model: FlowControlTransmitter,
    inputs: FlowControlTransmitterInputs,
}

impl Driven {
    /// A transmitter after reset, with a link that is up and accepts each packet at once.
    fn new() -> Self {
        let counters = |base: u32| Lanes::from_iter((0..VIRTUAL_LANES as u32).map(|vl| base + vl));
        let inputs = FlowControlTransmitterInputs {
            active: true,
            fctbs: counters(100),
            fccl: counters(200),
            ready: true,
        };
        Driven { model: FlowControlTransmitter::new(&link()), inputs }
    }

    /// Packet that is offered in a cycle.
    fn cycle(&mut self) -> Option<Packet> {
        let outputs = self.model.cycle(&self.inputs);
        assert!(outputs.valid || outputs.packet == 0);
        let packet = outputs.valid.then(|| Packet::decode(outputs.packet))?;
        assert_eq!(packet.encode(), outputs.packet, "the LPCRC is right");
        Some(packet)
    }

    /// VLs of the packets of so many cycles.
    fn virtual_lanes(&mut self, cycles: usize) -> Vec<Option<u32>> {
        (0..cycles).map(|_| self.cycle().map(|packet| packet.vl)).collect()
    }

    /// A transmitter after all VLs have sent once.
    fn started() -> Self {
        let mut driven = Self::new();
        assert_eq!(driven.virtual_lanes(5), [None, Some(0), Some(1), Some(2), None]);
        driven
    }
}

#[test]
fn after_reset_each_virtual_lane_sends_once_from_0_upwards() {
    let mut driven = Driven::new();
    assert_eq!(driven.cycle(), None);
    for vl in 0..3 {
        let expected = Packet { op: 0, fctbs: 100 + vl, vl, fccl: 200 + vl };
        assert_eq!(driven.cycle(), Some(expected));
    }
    assert_eq!(driven.cycle(), None);
}

#[test]
fn each_virtual_lane_has_its_turn_in_each_period() {
    let mut driven = Driven::started();
    let seen = driven.virtual_lanes(60);
    let sent: Vec<_> =
        seen.iter().enumerate().filter_map(|(cycle, vl)| Some((cycle + 5, (*vl)?))).collect();
    // The slot begins in cycle 7, the packet is built in cycle 8 and offered in cycle 9.
    let expected = (0..7).map(|turn| (turn * TURN + 9, turn as u32 % 3));
    assert_eq!(sent, expected.collect::<Vec<_>>());
}

#[test]
fn a_limit_that_changes_is_sent_at_once_and_once() {
    let mut driven = Driven::started();
    driven.inputs.fccl[1] = 7;
    assert_eq!(driven.cycle(), None);
    assert_eq!(driven.cycle().map(|packet| (packet.vl, packet.fccl)), Some((1, 7)));
    assert_eq!(driven.cycle(), None);
}

#[test]
fn a_limit_that_changes_back_before_it_was_sent_is_not_sent() {
    let mut driven = Driven::started();
    driven.inputs.ready = false;
    driven.inputs.fccl[0] = 7;
    driven.cycle();
    driven.inputs.fccl[1] = 9;
    driven.cycle();
    driven.inputs.fccl[1] = 201;
    driven.inputs.ready = true;
    assert_eq!(driven.virtual_lanes(2), [Some(0), None]);
}

#[test]
fn what_is_sent_alone_makes_nothing_due() {
    let mut driven = Driven::started();
    driven.inputs.fctbs[1] = 7;
    assert_eq!(driven.virtual_lanes(3), [None; 3]);
}

#[test]
fn a_link_that_goes_up_or_down_sends_all_anew() {
    let mut driven = Driven::started();
    driven.inputs.active = false;
    assert_eq!(driven.cycle(), None);
    let ops: Vec<_> = (0..3).map(|_| driven.cycle().map(|packet| (packet.vl, packet.op))).collect();
    assert_eq!(ops, [Some((0, 1)), Some((1, 1)), Some((2, 1))]);
}

#[test]
fn what_is_held_does_not_change_until_it_is_taken() {
    let mut driven = Driven::started();
    driven.inputs.ready = false;
    driven.inputs.fccl[2] = 7;
    driven.cycle();
    driven.inputs.fccl[2] = 8;
    driven.inputs.active = false;
    for _ in 0..40 {
        assert_eq!(
            driven.cycle().map(|packet| (packet.vl, packet.fccl, packet.op)),
            Some((2, 7, 0))
        );
    }
    driven.inputs.ready = true;
    driven.cycle();
    assert_eq!(driven.cycle().map(|packet| (packet.vl, packet.op)), Some((0, 1)));
}

#[test]
fn rotation_goes_on_after_the_virtual_lane_of_the_packet_before() {
    let mut driven = Driven::started();
    driven.inputs.fccl[1] = 7;
    driven.cycle();
    driven.inputs.fccl.iter_mut().for_each(|fccl| *fccl += 50);
    assert_eq!(driven.virtual_lanes(4), [Some(1), Some(2), Some(0), Some(1)]);
}

#[test]
fn a_turn_that_comes_in_the_cycle_of_the_packet_is_not_lost() {
    let mut driven = Driven::started();
    driven.virtual_lanes(2);
    // Cycle 7: VL0's packet is built, and its slot begins.
    driven.inputs.fccl[0] = 7;
    assert_eq!(driven.virtual_lanes(4), [None, Some(0), Some(0), None]);
}

#[test]
fn reset_drops_what_is_held_and_starts_anew() {
    let mut driven = Driven::started();
    driven.virtual_lanes(9);
    driven.inputs.fccl[1] = 7;
    driven.inputs.ready = false;
    driven.virtual_lanes(3);
    driven.model.reset();
    assert_eq!(driven.model, FlowControlTransmitter::new(&link()));
    assert_eq!(driven.virtual_lanes(3), [None, Some(0), Some(0)]);
}

proptest! {
    /// After any events, the neighbour knows all limits as soon as it has accepted a packet from
    /// each VL.
    #[test]
    fn every_limit_is_known_soon_after_it_stays(
        before in prop::collection::vec((any::<bool>(), any::<bool>(), 0..3usize, 0..4096u32), 0..80),
    ) {
        let mut driven = Driven::new();
        let mut known = [None; VIRTUAL_LANES];
        for (active, ready, vl, fccl) in before {
            driven.inputs.active = active;
            driven.inputs.ready = ready;
            driven.inputs.fccl[vl] = fccl;
            let shown = driven.cycle().filter(|_| ready);
            shown.into_iter().for_each(|packet| known[packet.vl as usize] = Some(packet.fccl));
        }
        driven.inputs.ready = true;
        // The held packet may be old.
        for _ in 0..VIRTUAL_LANES + 1 {
            let shown = driven.cycle();
            shown.into_iter().for_each(|packet| known[packet.vl as usize] = Some(packet.fccl));
        }
        let expected: Vec<_> = driven.inputs.fccl.iter().copied().map(Some).collect();
        prop_assert_eq!(&known[..], &expected[..]);
    }
}
