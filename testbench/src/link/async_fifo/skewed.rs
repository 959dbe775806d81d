//! A FIFO between two clocks whose counters arrive at the other clock with skew: each bit of a counter
//! that changes near an edge is sampled before or after the change, independently of the others.
//!
//! A simulation of the FIFO alone would not find a counter of which several bits change at a time,
//! because there, all bits of a vector change at the same instant.

use tailback_hdl::interface::{AxiStream, StreamSignals};
use tailback_hdl::link::async_fifo::{AsyncFifoReader, AsyncFifoWriter};
use tailback_hdl::prelude::*;
use tailback_model::interface::{AxiStreamReady, PacketStream};
use tailback_model::link::async_fifo::{AsyncFifo, AsyncFifoInputs, AsyncFifoOutputs, Sampled};
use tailback_model::Golden;
use tailback_spec::link::async_fifo as spec;
use tailback_spec::{port_values, WideWord};

use super::{variant, AsyncFifoStimulus, InOrder};
use crate::harness::{Bench, BlockBench, Checker, Step, Stimulus, Violation};

block! {
    /// A vector on its way to another clock.
    pub struct SkewedVector(bits: usize) as "tailback_skewed_vector" {
        /// Value of the vector.
        input now[bits];
        /// One per bit: the change at the last edge has not arrived yet.
        input late[bits];
        /// Value that the other clock samples.
        output seen[bits];
        /// Value before the last edge.
        reg earlier[bits];
    }
}

impl Logic for SkewedVector {
    #[hdl_gen]
    fn update(&mut self) {
        self.earlier.next = self.now.val();
        self.seen.next =
            (self.now.val() & !self.late.val()) | (self.earlier.val() & self.late.val());
    }
}

block! {
    /// The two sides of a FIFO, with skew between them.
    pub struct SkewedFifo(fifo: &spec::AsyncFifo) as "tailback_skewed_fifo" {
        /// Clock of the write side.
        clock write_clock;
        /// Reset of the write side.
        input write_reset;
        /// Clock of the read side.
        clock read_clock;
        /// Reset of the read side.
        input read_reset;
        /// Packets that enter.
        slave s_axis: AxiStream(
            StreamSignals::packets(fifo.width_bits()).stallable().user(fifo.user_bits())
        );
        /// Packets that leave.
        master m_axis: AxiStream(
            StreamSignals::packets(fifo.width_bits()).stallable().user(fifo.user_bits())
        );
        /// One per bit of the counter of beats written: its last change has not arrived yet.
        input write_late[fifo.counter_bits()];
        /// One per bit of the counter of beats read: its last change has not arrived yet.
        input read_late[fifo.counter_bits()];

        /// Write side.
        clocked writer: AsyncFifoWriter = AsyncFifoWriter::new(fifo);
        /// Read side.
        clocked reader: AsyncFifoReader = AsyncFifoReader::new(fifo);
        /// Counter of beats written.
        clocked write_counter: SkewedVector = SkewedVector::new(fifo.counter_bits());
        /// Counter of beats read.
        clocked read_counter: SkewedVector = SkewedVector::new(fifo.counter_bits());
    }
    connect {
        writer: clock = write_clock, reset = write_reset, s_axis;
        write_counter: clock = write_clock, late = write_late;
        reader: clock = read_clock, reset = read_reset, m_axis;
        read_counter: clock = read_clock, late = read_late;
        writer, write_counter: write_gray = now;
        write_counter, reader: seen = write_gray;
        reader, read_counter: read_gray = now;
        read_counter, writer: seen = read_gray;
        writer, reader: data, keep, last, user;
        reader, writer: read_address;
    }
}

impl Logic for SkewedFifo {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A reset changes several bits of a counter, which may be late, too.");
        self.write_counter.reset.next = false;
        self.read_counter.reset.next = false;
    }
}

port_values! {
    /// Inputs of a FIFO, and the skew of its counters.
    pub struct SkewedFifoInputs {
        /// Clock of the write side.
        pub write_clock: bool,
        /// Reset of the write side.
        pub write_reset: bool,
        /// Clock of the read side.
        pub read_clock: bool,
        /// Reset of the read side.
        pub read_reset: bool,
        /// Beats that enter.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
        /// Readiness of the receiver.
        pub m_axis: AxiStreamReady<bool>,
        /// Late bits of the counter of beats written.
        pub write_late: u64,
        /// Late bits of the counter of beats read.
        pub read_late: u64,
    }
}

impl SkewedFifoInputs {
    fn without_skew(&self) -> AsyncFifoInputs {
        let SkewedFifoInputs { write_clock, write_reset, read_clock, read_reset, .. } = *self;
        AsyncFifoInputs {
            write_clock,
            write_reset,
            read_clock,
            read_reset,
            s_axis: self.s_axis.clone(),
            m_axis: self.m_axis.clone(),
        }
    }
}

/// The golden model of a FIFO whose counters are sampled with skew.
pub struct SkewedModel {
    fifo: AsyncFifo,
    before: Sampled,
}

impl SkewedModel {
    /// The FIFO after a reset of both sides.
    pub fn new(parameters: &spec::AsyncFifo) -> Self {
        SkewedModel { fifo: AsyncFifo::new(parameters), before: Sampled { written: 0, read: 0 } }
    }
}

/// Value that is sampled of a counter: each bit of its Gray code is that of now, or that before the last
/// edge. Unless a reset has changed several bits, it is one of these two values.
fn sampled(now: u32, before: u32, late: u64) -> u32 {
    let gray = |count: u32| count ^ (count >> 1);
    let mixed = (gray(now) & !(late as u32)) | (gray(before) & late as u32);
    // The inverse of the Gray code.
    (0..u32::BITS).fold(0, |count, shift| count ^ (mixed >> shift))
}

impl Golden for SkewedModel {
    type Inputs = SkewedFifoInputs;
    type Outputs = AsyncFifoOutputs;

    fn step(&mut self, inputs: &SkewedFifoInputs, outputs: &mut AsyncFifoOutputs) {
        self.fifo.show(outputs);
        let (now, before) = (self.fifo.counters(), self.before);
        let seen = Sampled {
            written: sampled(now.written, before.written, inputs.write_late),
            read: sampled(now.read, before.read, inputs.read_late),
        };
        let given = inputs.without_skew();
        self.fifo.edges(&given, seen);
        if inputs.write_clock {
            self.before.written = now.written;
        }
        if inputs.read_clock {
            self.before.read = now.read;
        }
    }

    fn reset(&mut self) {
        self.fifo.reset();
        self.before = Sampled { written: 0, read: 0 };
    }
}

/// Traffic of both sides, and late bits at the first edge of a clock after an edge of the other one.
pub struct SkewedStimulus {
    traffic: AsyncFifoStimulus,
    inner: Step<AsyncFifoInputs>,
    /// The other clock has had no edge since the counter of beats written, or read, may have changed.
    fresh: [bool; 2],
}

impl SkewedStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::AsyncFifo, seed: u64) -> Self {
        let traffic = AsyncFifoStimulus::new(parameters, seed);
        SkewedStimulus { traffic, inner: Step::default(), fresh: [false; 2] }
    }
}

impl Stimulus<SkewedFifoInputs, AsyncFifoOutputs> for SkewedStimulus {
    fn drive(&mut self, last: &AsyncFifoOutputs, step: &mut Step<SkewedFifoInputs>) {
        self.traffic.drive(last, &mut self.inner);
        let AsyncFifoInputs { write_clock, write_reset, read_clock, read_reset, s_axis, m_axis } =
            self.inner.inputs.clone();
        let random = &mut self.traffic.random;
        let mut late = |fresh: bool| match fresh {
            true if random.below(2) == 0 => random.bits() & 0x1ff,
            _ => 0,
        };
        let bits = self.traffic.parameters.counter_bits();
        let mask = (1 << bits) - 1;
        let [write_late, read_late] = self.fresh.map(|fresh| late(fresh) & mask);
        let [written, read] = &mut self.fresh;
        *written = write_clock || (*written && !read_clock);
        *read = read_clock || (*read && !write_clock);
        if write_clock && read_clock {
            // Each has sampled what was before the edge of the other, and what follows is fresh.
            self.fresh = [true; 2];
        }
        step.inputs = SkewedFifoInputs {
            write_clock,
            write_reset,
            read_clock,
            read_reset,
            s_axis,
            m_axis,
            write_late,
            read_late,
        };
    }
}

impl Checker<SkewedFifoInputs, AsyncFifoOutputs> for InOrder {
    fn check(
        &mut self,
        step: &Step<SkewedFifoInputs>,
        outputs: &AsyncFifoOutputs,
    ) -> Result<(), Violation> {
        self.observe(&step.inputs.without_skew(), outputs)
    }
}

/// Golden model and stimulus of a FIFO with skew, with a checker of the order of the beats.
pub fn bench(parameters: &spec::AsyncFifo) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        super::BLOCK,
        format!("{}, skewed", variant(&parameters)),
        move || SkewedModel::new(&parameters),
        move |seed| SkewedStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(InOrder::default))
}
