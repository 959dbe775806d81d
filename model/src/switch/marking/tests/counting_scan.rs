//! The counters against a switch that keeps explicit packets and scans them all at each event.

use super::*;
use crate::{
    switch::marking::{Counting, CountingInputs, CountingOutputs},
    Golden,
};
use proptest::prelude::*;

/// Random stimulus of one port in a cycle.
#[derive(Debug, Clone)]
struct Wish {
    /// A packet for this output arrives at the input port.
    arrive: Option<usize>,
    /// A packet leaves the output port: this one of those that wait (modulo their number).
    leave: Option<usize>,
    /// A packet cuts through to the output port.
    cut_through: bool,
}

type Cycle = [Wish; PORTS];

fn any_wish() -> impl Strategy<Value = Wish> {
    // Fewer packets leave than arrive, so that buffers become full; few outputs, so that they
    // contend.
    (
        prop::option::weighted(0.6, 0..PORTS),
        prop::option::weighted(0.3, 0..PORTS * PACKETS_PER_INPUT),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(arrive, leave, cut_through)| Wish { arrive, leave, cut_through })
}

fn any_cycles() -> impl Strategy<Value = Vec<Cycle>> {
    prop::collection::vec(prop::array::uniform4(any_wish()), 1..300)
}

/// Long enough for every packet to leave.
fn drain() -> impl Iterator<Item = Cycle> {
    let leave = Wish { arrive: None, leave: Some(0), cut_through: false };
    std::iter::repeat_n([(); PORTS].map(|()| leave.clone()), 2 * PORTS * PACKETS_PER_INPUT)
}

/// Rules for the stimulus.
#[derive(Clone, Copy)]
struct Traffic {
    /// Packets leave an output in the order of their arrival.
    in_order: bool,
    /// Packets may cut through.
    cut_through: bool,
    /// A trigger is withheld from an output until the event before has run out.
    retrigger: bool,
    /// Packets that may wait for an output without an event, and the trigger condition.
    output: Option<(usize, OutputTrigger)>,
}

struct Packet {
    input: usize,
    output: usize,
    /// Found by a scan.
    marked: bool,
}

/// A switch that begins no transmission of a waiting packet in the cycle of a trigger.
struct ScanningSwitch {
    traffic: Traffic,
    /// Packets in the order of arrival.
    waiting: Vec<Packet>,
    /// Input buffers that became full in the cycle before.
    became_full: Vec<usize>,
    /// Outputs for which a packet arrived in the cycle before, if that may be an event.
    came: Vec<usize>,
}

/// Events of one cycle.
struct Happened {
    inputs: CountingInputs,
    /// Packets that each output's event has found, if there was one.
    found: [Option<usize>; PORTS],
    /// Whether the packet that left each output was found by a scan, if one left.
    left: [Option<bool>; PORTS],
}

impl ScanningSwitch {
    fn new(traffic: Traffic) -> Self {
        ScanningSwitch { traffic, waiting: Vec::new(), became_full: Vec::new(), came: Vec::new() }
    }

    fn waiting_for(&self, output: usize) -> usize {
        self.waiting.iter().filter(|packet| packet.output == output).count()
    }

    /// Marks all packets that wait for `output`; returns their number.
    fn scan(&mut self, output: usize) -> usize {
        let found = self.waiting.iter_mut().filter(|packet| packet.output == output);
        found.map(|packet| packet.marked = true).count()
    }

    fn cycle(&mut self, wishes: &Cycle, to_mark: &[u32]) -> Happened {
        let mut inputs = CountingInputs::default();
        let mut found = [None; PORTS];
        let mut left = [None; PORTS];
        let waiting_before: Vec<_> = (0..PORTS).map(|output| self.waiting_for(output)).collect();

        for packet in &self.waiting {
            if self.became_full.contains(&packet.input) {
                inputs.trigger |= 1 << packet.output;
            }
        }
        for output in 0..PORTS {
            let runs = to_mark[output] > 0
                || self.waiting.iter().any(|packet| packet.output == output && packet.marked);
            if runs && !self.traffic.retrigger {
                inputs.trigger &= !(1 << output);
            }
            let threshold = self.traffic.output.map_or(usize::MAX, |(threshold, _)| threshold);
            let above = self.came.contains(&output) && waiting_before[output] > threshold;
            if inputs.trigger >> output & 1 != 0 || above {
                found[output] = Some(self.scan(output));
            }
        }

        let held: Vec<_> = (0..PORTS)
            .map(|input| self.waiting.iter().filter(|packet| packet.input == input).count())
            .collect();
        for (output, wish) in wishes.iter().enumerate() {
            let waiting: Vec<_> = (0..self.waiting.len())
                .filter(|index| self.waiting[*index].output == output)
                .collect();
            if wish.cut_through && self.traffic.cut_through {
                inputs.transmit |= 1 << output;
            } else if let (Some(leave), false, None) =
                (wish.leave, waiting.is_empty(), found[output])
            {
                let leave = if self.traffic.in_order { 0 } else { leave % waiting.len() };
                left[output] = Some(self.waiting.remove(waiting[leave]).marked);
                inputs.dequeue |= 1 << output;
                inputs.transmit |= 1 << output;
            }
        }

        self.became_full.clear();
        self.came.clear();
        for (input, wish) in wishes.iter().enumerate() {
            let Some(output) = wish.arrive else { continue };
            if held[input] == PACKETS_PER_INPUT || inputs.enqueue >> output & 1 != 0 {
                continue;
            }
            inputs.enqueue |= 1 << output;
            self.waiting.push(Packet { input, output, marked: false });
            if held[input] + 1 == PACKETS_PER_INPUT {
                self.became_full.push(input);
            }
            match self.traffic.output {
                Some((_, OutputTrigger::Above)) => self.came.push(output),
                Some((threshold, OutputTrigger::Crossing))
                    if waiting_before[output] == threshold && left[output].is_none() =>
                {
                    found[output] = Some(self.scan(output));
                }
                _ => {}
            }
        }
        Happened { inputs, found, left }
    }
}

/// Runs model and switch side by side and hands each cycle to `check`.
fn run(
    traffic: Traffic,
    cycles: impl IntoIterator<Item = Cycle>,
    mut check: impl FnMut(&Happened, &CountingOutputs) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let policy = match traffic.output {
        None => Policy::InputTriggered,
        Some((packets, output_trigger)) => {
            Policy::InputOutputTriggered { output_threshold: packets as u32, output_trigger }
        }
    };
    let mut model = Counting::new(&parameters(policy));
    let mut switch = ScanningSwitch::new(traffic);
    for wishes in cycles {
        let happened = switch.cycle(&wishes, &model.to_mark);
        let outputs = model.cycle(&happened.inputs);
        for output in 0..PORTS {
            prop_assert_eq!(model.waiting[output] as usize, switch.waiting_for(output));
        }
        check(&happened, &outputs)?;
    }
    Ok(())
}

const ANY_ORDER: Traffic =
    Traffic { in_order: false, cut_through: true, retrigger: true, output: None };

fn any_trigger() -> impl Strategy<Value = OutputTrigger> {
    prop_oneof![Just(OutputTrigger::Above), Just(OutputTrigger::Crossing)]
}

fn any_output() -> impl Strategy<Value = Option<(usize, OutputTrigger)>> {
    prop::option::of((1usize..6, any_trigger()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn in_order_exactly_the_scanned_packets_are_marked(
        cycles in any_cycles(), trigger in any_output(),
    ) {
        let traffic = Traffic { in_order: true, cut_through: false, output: trigger, ..ANY_ORDER };
        run(traffic, cycles.into_iter().chain(drain()), |happened, outputs| {
            for output in 0..PORTS {
                let mark = outputs.mark >> output & 1 != 0;
                prop_assert_eq!(mark, happened.left[output] == Some(true));
            }
            Ok(())
        })?;
    }

    #[test]
    fn without_retrigger_each_event_marks_as_many_packets_as_a_scan_finds(cycles in any_cycles()) {
        let traffic = Traffic { retrigger: false, ..ANY_ORDER };
        let mut found: [Vec<usize>; PORTS] = Default::default();
        let mut marks: [Vec<usize>; PORTS] = Default::default();
        run(traffic, cycles.into_iter().chain(drain()), |happened, outputs| {
            for output in 0..PORTS {
                if outputs.mark >> output & 1 != 0 {
                    *marks[output].last_mut().expect("a mark follows an event") += 1;
                }
                if let Some(packets) = happened.found[output] {
                    found[output].push(packets);
                    marks[output].push(0);
                }
            }
            Ok(())
        })?;
        prop_assert_eq!(found, marks);
    }

    #[test]
    fn after_the_last_trigger_as_many_packets_are_marked_as_waited(
        cycles in any_cycles(), trigger in any_output(),
    ) {
        let mut marks_due = [0; PORTS];
        let traffic = Traffic { output: trigger, ..ANY_ORDER };
        run(traffic, cycles.into_iter().chain(drain()), |happened, outputs| {
            for (output, due) in marks_due.iter_mut().enumerate() {
                prop_assert!(*due > 0 || outputs.mark >> output & 1 == 0, "a mark too many");
                *due -= usize::from(outputs.mark >> output & 1 != 0);
                *due = happened.found[output].unwrap_or(*due);
            }
            Ok(())
        })?;
        prop_assert_eq!(marks_due, [0; PORTS]);
    }

    #[test]
    fn to_mark_never_exceeds_waiting_when_no_trigger_meets_a_dequeue(
        cycles in any_cycles(), trigger in any_output(),
    ) {
        let traffic = Traffic { output: trigger, ..ANY_ORDER };
        run(traffic, cycles, |_, outputs| {
            for (to_mark, waiting) in outputs.to_mark.iter().zip(&outputs.waiting) {
                prop_assert!(to_mark <= waiting);
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_output_trigger_fires_exactly_when_waiting_crosses_the_threshold(
        output_threshold in 1u32..6,
        cycles in prop::collection::vec(any::<(u8, [u8; 2], u8, u8)>(), 1..300),
    ) {
        let output_trigger = OutputTrigger::Crossing;
        let policy = Policy::InputOutputTriggered { output_threshold, output_trigger };
        let mut model = Counting::new(&parameters(policy));
        for (enqueue, dequeue, transmit, trigger) in cycles {
            let inputs = CountingInputs {
                enqueue: enqueue.into(),
                // Fewer packets than are enqueued, so that the threshold is crossed.
                dequeue: (dequeue[0] & dequeue[1]).into(),
                transmit: transmit.into(),
                trigger: trigger.into(),
            };
            let mut input_triggered = Counting { output_threshold: None, ..model.clone() };
            input_triggered.cycle(&inputs);
            let outputs = model.cycle(&inputs);
            for output in 0..PORTS {
                let crosses = (outputs.waiting[output], model.waiting[output])
                    == (output_threshold, output_threshold + 1);
                let expected =
                    if crosses { output_threshold + 1 } else { input_triggered.to_mark[output] };
                prop_assert_eq!(model.to_mark[output], expected);
            }
        }
    }
}
