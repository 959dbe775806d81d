//! Catalog of the modules that the commands, tests and benchmarks generate and co-simulate.

mod board;

use tailback_gen::{Design, Refusal};
use tailback_hdl::{
    efl::{
        fcs::{FcsAppend, FcsCheck},
        loss::LossDetector,
        mac::{FrameFifo, MacReceive, MacShim},
        pace::PacketPace,
        rate::RateController,
        EflEndpoint, EflReceive, EflRegisters, EflTransmit, EthernetSwitch,
    },
    link::{
        AsyncFifo, CreditCounter, CreditReceiver, CreditSender, FlowControlChecker,
        FlowControlTransmitter, LinkDelay, SlowLink, SlowLinkReceiver, SlowLinkSender,
    },
    nic::{
        CongestionTable, EventQueue, FlowLimiter, NicClocks, NicRegisters, NicTop, RateLimiter,
        Receive, ReceiveBuffer, Reflector, ResponseFunction, Transmit,
    },
    switch::{
        CongestionDetector, DetectorMarking, Egress, FifoAllocator, FifoDispatcher,
        ForwardingTable, HeadOfQueue, Ingress, InputBuffer, OutputCredits, PortCounters,
        RequestGuard, RoundRobinAllocator, RoundRobinDispatcher, SwitchClocks, SwitchRegisters,
        SwitchTop,
    },
};
use tailback_spec::{efl::mac::MacShim as MacParameters, Config};

use crate::harness::Bench;
use crate::parts::{NewHardware, Parts};
use crate::proofs::{self, Proof};
use crate::{efl, link, nic, switch};

/// Catalog entry of one module.
struct Entry {
    name: &'static str,
    parts: fn(&Config) -> Parts,
    proofs: fn(&Config) -> Vec<Proof>,
}

/// Catalog of the modules of any width, in the order of the command line; the first is the default.
const BLOCKS: &[Entry] = &[
    Entry {
        name: "marking",
        parts: |config| switch::marking::parts(&config.marking()),
        proofs: |config| proofs::switch::marking::proofs(&config.marking()),
    },
    Entry {
        name: "switch",
        parts: |config| Parts::new(config.lossless_switch(), SwitchTop::new, switch::top::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "switch-clocks",
        parts: |config| {
            Parts::new(config.switch_clocks(), SwitchClocks::new, switch::clocks::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "detector",
        parts: |config| {
            Parts::new(config.detector(), CongestionDetector::new, switch::detector::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "input-buffer",
        parts: |config| {
            Parts::new(config.input_buffer(), InputBuffer::new, switch::input_buffer::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "ingress",
        parts: |config| Parts::new(config.port(), Ingress::new, switch::ingress::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "egress",
        parts: |config| Parts::new(config.port(), Egress::new, switch::egress::bench),
        proofs: |config| proofs::switch::egress::proofs(&config.port()),
    },
    Entry {
        name: "forwarding",
        parts: |config| {
            Parts::new(config.forwarding(), ForwardingTable::new, switch::forwarding::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "fifo-allocator",
        parts: |config| {
            Parts::new(config.fifo(), FifoAllocator::new, switch::allocator::fifo::bench)
        },
        proofs: |config| proofs::switch::allocator::fifo::proofs(&config.fifo()),
    },
    Entry {
        name: "round-robin-allocator",
        parts: |config| {
            let bench = switch::allocator::round_robin::bench;
            Parts::new(config.round_robin(), RoundRobinAllocator::new, bench)
        },
        proofs: |config| proofs::switch::allocator::round_robin_proofs(&config.round_robin()),
    },
    Entry {
        name: "request-guard",
        parts: |config| {
            Parts::new(config.guard(), RequestGuard::new, switch::allocator::guard::bench)
        },
        proofs: |config| proofs::switch::allocator::guard_proofs(&config.guard()),
    },
    Entry {
        name: "output-credits",
        parts: |config| Parts::new(config.port(), OutputCredits::new, switch::credits::bench),
        proofs: |config| proofs::switch::credits::proofs(&config.port()),
    },
    Entry {
        name: "fifo-dispatcher",
        parts: |config| {
            let bench = switch::dispatcher::bench;
            Parts::new(config.fifo_dispatcher(), FifoDispatcher::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "round-robin-dispatcher",
        parts: |config| {
            let bench = switch::dispatcher::bench;
            Parts::new(config.round_robin_dispatcher(), RoundRobinDispatcher::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "head-of-queue",
        parts: |config| {
            let bench = switch::head_of_queue::bench;
            Parts::new(config.head_of_queue(), HeadOfQueue::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "policy-marking",
        parts: |config| switch::policy_marking::parts(&config.policy_marking()),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "detector-marking",
        parts: |config| {
            let bench = switch::detector_marking::bench;
            Parts::new(config.detector_marking(), DetectorMarking::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "port-counters",
        parts: |config| Parts::new(config.port(), PortCounters::new, switch::counters::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "switch-registers",
        parts: |config| {
            Parts::new(config.registers(), SwitchRegisters::new, switch::registers::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "link",
        parts: |config| Parts::new(config.link_delay(), LinkDelay::new, link::delay::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "slow-link",
        parts: |config| Parts::new(config.slow_link(), SlowLink::new, link::slow_link::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "slow-link-sender",
        parts: |config| {
            let bench = link::slow_link::sender::bench;
            Parts::new(config.slow_link_end(), SlowLinkSender::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "slow-link-receiver",
        parts: |config| {
            let bench = link::slow_link::receiver::bench;
            Parts::new(config.slow_link_end(), SlowLinkReceiver::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "async-fifo",
        parts: |config| Parts::new(config.async_fifo(), AsyncFifo::new, link::async_fifo::bench),
        proofs: |config| proofs::link::async_fifo::proofs(&config.async_fifo()),
    },
    Entry {
        name: "credit-counter",
        parts: |config| {
            Parts::new(config.credit_counter(), CreditCounter::new, link::credit_counter::bench)
        },
        proofs: |config| proofs::link::credit_counter::proofs(&config.credit_counter()),
    },
    Entry {
        name: "credit-sender",
        parts: |config| Parts::new(config.link(), CreditSender::new, link::credit_sender::bench),
        proofs: |config| proofs::link::credit_sender::proofs(&config.link()),
    },
    Entry {
        name: "credit-receiver",
        parts: |config| {
            Parts::new(config.link(), CreditReceiver::new, link::credit_receiver::bench)
        },
        proofs: |config| proofs::link::credit_receiver::proofs(&config.link()),
    },
    Entry {
        name: "flow-control-transmitter",
        parts: |config| {
            let bench = link::flow_control::transmitter::bench;
            Parts::new(config.link(), FlowControlTransmitter::new, bench)
        },
        proofs: |config| proofs::link::flow_control::transmitter_proofs(&config.link()),
    },
    Entry {
        name: "flow-control-checker",
        parts: |config| {
            let bench = link::flow_control::checker::bench;
            Parts::new(config.link(), FlowControlChecker::new, bench)
        },
        proofs: |config| proofs::link::flow_control::checker_proofs(&config.link()),
    },
    Entry { name: "rate-limiter", parts: rate_limiter, proofs: |_| Vec::new() },
    Entry {
        name: "response",
        parts: |config| Parts::new(config.nic(), ResponseFunction::new, nic::response::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "congestion-table",
        parts: |config| {
            Parts::new(config.nic(), CongestionTable::new, nic::congestion_table::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "reflector",
        parts: |config| Parts::new(config.nic(), Reflector::new, nic::reflector::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic-registers",
        parts: |config| Parts::new(config.nic(), NicRegisters::new, nic::registers::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic-receive",
        parts: |config| Parts::new(config.nic(), Receive::new, nic::receive::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic-receive-buffer",
        parts: |config| {
            let bench = nic::receive_buffer::bench;
            Parts::new(config.receive_buffer(), ReceiveBuffer::new, bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic-transmit",
        parts: |config| Parts::new(config.nic(), Transmit::new, nic::transmit::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "event-queue",
        parts: |config| Parts::new(config.nic().ack_queue(), EventQueue::new, nic::queue::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic",
        parts: |config| Parts::new(config.nic(), NicTop::new, nic::top::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "nic-clocks",
        parts: |config| Parts::new(config.nic_clocks(), NicClocks::new, nic::clocks::bench),
        proofs: |_| Vec::new(),
    },
];

/// Catalog of the modules of EFL, which follow the others. Their datapath has 64 bits.
const EFL: &[Entry] = &[
    Entry {
        name: "efl-fcs-check",
        parts: |config| Parts::new(config.efl(), |_| FcsCheck::new(), efl::fcs::check::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "efl-fcs-append",
        parts: |config| Parts::new(config.efl(), |_| FcsAppend::new(), efl::fcs::append::bench),
        proofs: |_| proofs::efl::append_proofs(),
    },
    Entry {
        name: "efl-loss",
        parts: |config| Parts::new(config.efl(), LossDetector::new, efl::loss::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "efl-pace",
        parts: |config| Parts::new(config.efl(), PacketPace::new, efl::pace::bench),
        proofs: |_| proofs::efl::pace_proofs(),
    },
    Entry {
        name: "efl-rate",
        parts: |config| Parts::new(config.efl(), RateController::new, efl::rate::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "efl-receive",
        parts: |config| Parts::new(config.efl(), EflReceive::new, efl::receive::bench),
        proofs: |config| proofs::efl::receive_proofs(&config.efl()),
    },
    Entry {
        name: "efl-transmit",
        parts: |config| Parts::new(config.efl(), EflTransmit::new, efl::transmit::bench),
        proofs: |_| proofs::efl::transmit_proofs(),
    },
    Entry {
        name: "efl-registers",
        parts: |config| Parts::new(config.efl(), EflRegisters::new, efl::registers::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "efl-endpoint",
        parts: |config| Parts::new(config.efl(), EflEndpoint::new, efl::endpoint::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "ethernet-switch",
        parts: |config| {
            Parts::new(config.ethernet_switch(), EthernetSwitch::new, efl::switch::bench)
        },
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "mac-shim",
        parts: |_| Parts::new(MacParameters::default(), MacShim::new, efl::mac::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "mac-receive",
        parts: |config| Parts::new(config.efl(), |_| MacReceive::new(), efl::mac::receive::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "frame-fifo",
        parts: |_| {
            let frames = MacParameters::default().frames;
            Parts::new(frames, FrameFifo::new, efl::mac::frames::bench)
        },
        proofs: |_| Vec::new(),
    },
];

/// Parts of the rate limiter: the single-flow or the multi-flow module, by the number of flows.
fn rate_limiter(config: &Config) -> Parts {
    let (parameters, bench) = (config.nic(), nic::rate_limiter::bench);
    match parameters.flows() {
        1 => Parts::new(parameters, FlowLimiter::new, bench),
        _ => Parts::new(parameters, RateLimiter::new, bench),
    }
}

/// A module of a configuration.
pub struct Block {
    /// Name on the command line.
    pub name: &'static str,
    /// Generated Verilog.
    pub design: Design,
    /// Description, executable in Rust.
    pub hardware: NewHardware,
    /// Golden model and stimulus.
    pub bench: Box<dyn Bench>,
}

/// All modules.
fn entries() -> impl Iterator<Item = &'static Entry> {
    BLOCKS.iter().chain(board::BLOCKS).chain(EFL)
}

/// Names of all modules, as on the command line; the first is the default.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.name)
}

/// Width in bits that the datapath of a configuration must have for the module `name`; `None` if
/// every width is possible.
pub fn width_bits(name: &str) -> Option<usize> {
    EFL.iter().any(|entry| entry.name == name).then_some(tailback_spec::efl::WIDTH_BITS)
}

/// Names of the modules of a configuration: all, without those that need another width.
pub fn names_for(config: &Config) -> impl Iterator<Item = &'static str> {
    let width = config.port().width_bits();
    names().filter(move |name| width_bits(name).is_none_or(|needed| needed == width))
}

/// The module `name` of a configuration; `None` if there is no module with this name. A module of
/// EFL has 64 bits also if the configuration has another width.
///
/// # Errors
///
/// The inner result is that of [`Parts::design`].
pub fn block(name: &str, config: &Config) -> Option<Result<Block, Refusal>> {
    let Entry { name, parts, .. } = entries().find(|entry| entry.name == name)?;
    let parts = parts(config);
    let design = parts.design(config.name());
    let Parts { hardware, bench } = parts;
    Some(design.map(|design| Block { name, design, hardware, bench }))
}

/// Claims about the module `name` of a configuration; empty if there is no such module.
pub fn proofs(name: &str, config: &Config) -> Vec<Proof> {
    let entry = entries().find(|entry| entry.name == name);
    entry.map_or(Vec::new(), |entry| (entry.proofs)(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_repeat_a_run_name_the_block_as_the_command_line_does() {
        let preset = tailback_spec::presets::ALL[0];
        let config = Config::from_toml(preset.toml).expect("a preset");
        for name in names() {
            let block = block(name, &config).expect("a block").expect("translated");
            assert_eq!(block.bench.block(), name);
        }
    }
}
