//! Coverage of the stimulus: every counter counts, and no flow is stuck.

use tailback_model::interface::{AxiLiteRequest, AxiStreamReady};
use tailback_model::Golden;
use tailback_spec::nic::registers::COUNTERS;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};
use tailback_spec::wire::lrh;

use super::*;

/// A NIC with small buffers.
fn nic(flows: u32, window: u32, response: Response, word_bytes: u32) -> Nic {
    let parameters = Parameters {
        flows,
        response,
        after_idle: if flows % 2 == 1 { AfterIdle::Reset } else { AfterIdle::Keep },
        window,
        cct_entries: 128,
        throttled: if flows % 2 == 1 { Throttled::Sl } else { Throttled::Qp },
        virtual_lanes: 2,
        period_cycles: 256,
        packet_words: 264 / word_bytes + 1,
        word_bytes,
        clock_hz: 125_000_000,
    };
    Nic::new(parameters).unwrap()
}

/// NICs with both kinds of limiter, all response functions and all widths, two with receive buffers.
fn nics() -> [Nic; 9] {
    let buffered = |nic: Nic, packets| nic.with_receive_buffer(packets).unwrap();
    [
        nic(1, 2, Response::Lipd, 32),
        nic(16, 4, Response::Lipd, 64),
        nic(9, 1, Response::Fimd, 16),
        nic(64, 4, Response::Aimd, 8),
        nic(1, 1, Response::Cct, 8),
        nic(16, 16, Response::Cct, 16),
        nic(7, 3, Response::Cct, 64),
        buffered(nic(16, 4, Response::Lipd, 8), 1),
        buffered(nic(9, 2, Response::Cct, 64), 3),
    ]
}

/// A run of the model, with the observed traffic.
struct Run {
    nic: Nic,
    model: NicTop,
    stimulus: NicTopStimulus,
    step: Step<NicTopInputs>,
    outputs: NicTopOutputs,
    counts: [u64; COUNTERS],
    /// Transmitted packets of each flow.
    gone: Vec<u64>,
    inside: bool,
    resets: u64,
    /// The NIC has exceeded the free space of the partner.
    overrun: bool,
}

impl Run {
    fn new(nic: &Nic, scenario: Scenario, seed: u64) -> Self {
        Run {
            nic: *nic,
            model: NicTop::new(nic),
            stimulus: NicTopStimulus::new(nic, scenario, seed),
            step: Step::default(),
            outputs: NicTopOutputs::default(),
            counts: [0; COUNTERS],
            gone: vec![0; nic.flows()],
            inside: false,
            resets: 0,
            overrun: false,
        }
    }

    fn cycles(&mut self, cycles: u64) {
        for _ in 0..cycles {
            self.stimulus.drive(&self.outputs, &mut self.step);
            self.model.step(&self.step.inputs, &mut self.outputs);
            self.see();
            if self.step.reset {
                self.model.reset();
                self.inside = false;
                self.resets += 1;
            }
        }
    }

    fn see(&mut self) {
        let happened = self.model.happened();
        for (number, count) in self.counts.iter_mut().enumerate() {
            *count += happened >> number & 1;
        }
        self.overrun |= self.stimulus.partner.lanes.are_overrun();
        let (outputs, inputs) = (&self.outputs, &self.step.inputs);
        let goes = outputs.m_axis_link.tvalid && inputs.m_axis_link.tready;
        if goes && outputs.m_axis_link.tuser & FLOW_CONTROL == 0 {
            if !self.inside {
                let header = lrh::Header::from(outputs.m_axis_link.tdata[0].to_le_bytes());
                if let Some(flow) = flow_of(header.destination(), self.nic.flows() as u64) {
                    self.gone[flow as usize] += 1;
                }
            }
            self.inside = !outputs.m_axis_link.tlast;
        }
    }

    /// Lets all traffic in flight end.
    fn drain(&mut self) {
        const MOST_CYCLES: u64 = 40_000;
        self.stimulus.phase = Phase::drain(&self.nic, MOST_CYCLES);
        self.stimulus.up = true;
        self.cycles(MOST_CYCLES / 2);
        assert!(self.stimulus.host.is_idle() && self.stimulus.partner.is_idle());
    }

    /// Rings for each flow, with no packet in flight, and declines the grants.
    fn ring_for_all(&mut self) -> Vec<bool> {
        let (flows, window) = (self.nic.flows() as u64, self.nic.window() as usize);
        let longest = 256 * u64::from(self.nic.packet_words()) + 64 * flows + 2000;
        let once = |flow: u64| std::iter::repeat_n(flow, 1);
        let mut declines: Vec<u64> = (0..flows).flat_map(once).collect();
        let mut releases: Vec<u64> =
            (0..flows).flat_map(|flow| std::iter::repeat_n(flow, window)).collect();
        let mut doorbells: Vec<u64> = (0..flows).collect();
        let mut granted = vec![false; self.nic.flows()];
        let mut inputs = NicTopInputs {
            link_active: true,
            m_axis_link: AxiStreamReady { tready: true },
            m_axis_grant: AxiStreamReady { tready: true },
            s_axil: AxiLiteRequest::idle(),
            ..NicTopInputs::default()
        };
        for _ in 0..longest {
            let next = |list: &Vec<u64>| (!list.is_empty(), list.last().copied().unwrap_or(0));
            (inputs.s_axis_decline.tvalid, inputs.s_axis_decline.tdata) = next(&declines);
            (inputs.s_axis_release.tvalid, inputs.s_axis_release.tdata) = next(&releases);
            (inputs.s_axis_doorbell.tvalid, inputs.s_axis_doorbell.tdata) = next(&doorbells);
            self.model.step(&inputs, &mut self.outputs);
            let outputs = &self.outputs;
            if outputs.s_axis_decline.tready {
                declines.pop();
            }
            if outputs.s_axis_release.tready {
                releases.pop();
            }
            if outputs.s_axis_doorbell.tready {
                doorbells.pop();
            }
            if outputs.m_axis_grant.tvalid {
                granted[outputs.m_axis_grant.tdata as usize] = true;
                declines.push(outputs.m_axis_grant.tdata);
            }
        }
        granted
    }
}

/// Counters that never count, or hardly ever.
fn is_out_of_reach(nic: &Nic, counter: usize) -> bool {
    const BECNS_LOST: usize = 5;
    const UNKNOWN_FLOW: usize = 22;
    match counter {
        // A response function accepts a BECN in each cycle, except behind ACKs that wait; 64 BECNs
        // would have to be received while as many ACKs wait.
        BECNS_LOST => !nic.has_table(),
        UNKNOWN_FLOW => nic.flows() == 1 << nic.flow_bits(),
        _ => false,
    }
}

#[test]
fn each_counter_counts_each_flow_gets_through_and_none_is_left_behind() {
    for nic in nics() {
        let mut run = Run::new(&nic, Scenario::Everything, 1);
        run.cycles(300_000);
        println!("{}: {:?} {} {:?}", variant(&nic), run.counts, run.resets, run.gone);
        let misses = |number: &usize| run.counts[*number] == 0 && !is_out_of_reach(&nic, *number);
        let missed: Vec<_> = (0..COUNTERS).filter(misses).collect();
        assert!(missed.is_empty(), "{}: {missed:?}", variant(&nic));
        assert!(run.gone.iter().all(|count| *count > 0), "{}: {:?}", variant(&nic), run.gone);
        assert!(run.resets > 0);
        run.drain();
        let granted = run.ring_for_all();
        assert!(granted.iter().all(|it| *it), "{}: {granted:?}", variant(&nic));
    }
}

#[test]
fn with_lawful_surroundings_nothing_is_refused_nor_overrun() {
    /// Counters of events that no legal host or neighbour causes. (A packet may be released
    /// although a later ACK covers it, too.)
    const NEVER: [usize; 11] = [14, 15, 16, 17, 19, 20, 22, 23, 25, 26, 27];
    for nic in nics() {
        let mut run = Run::new(&nic, Scenario::Lawful, 2);
        run.cycles(100_000);
        let counts = NEVER.map(|number| run.counts[number]);
        assert_eq!(counts, [0; 11], "{}: {:?}", variant(&nic), run.counts);
        assert!(!run.overrun && run.resets == 0);
        run.drain();
        let granted = run.ring_for_all();
        assert!(granted.iter().all(|it| *it), "{}: {granted:?}", variant(&nic));
    }
}
