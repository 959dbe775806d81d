//! Configuration that hardware can implement.

use super::{
    raw::{self, PolicyName},
    sections::{mhz, Allocator, Clock, Datapath, MarkedBy, Switch},
};
use crate::{
    efl::{switch::EthernetSwitch, Efl},
    link::{
        async_fifo::AsyncFifo,
        credit_counter::CreditCounter,
        delay::{LinkDelay, USER_BITS},
        slow_link::{SlowLink, SlowLinkEnd},
        Link,
    },
    nic::{clocks::NicClocks, receive_buffer::ReceiveBuffer, Nic},
    switch::{
        allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin},
        clocks::SwitchClocks,
        detector::Detector,
        detector_marking::DetectorMarking,
        dispatcher::{Choice, Dispatcher},
        forwarding::Forwarding,
        head_of_queue::HeadOfQueue,
        input_buffer::InputBuffer,
        marking::{Marking, OutputTrigger, Policy},
        policy_marking::PolicyMarking,
        port::{beats, Port},
        registers::Registers,
        top::{Marks, SwitchTop},
    },
};
use serde::{Serialize, Serializer};

/// Configuration. Hardware can implement every value of this type. The serialised form is that of
/// the file from which the value was read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Config {
    pub(super) name: String,
    pub(super) clock: Clock,
    pub(super) datapath: Datapath,
    pub(super) switch: Switch,
    pub(super) marking: Marking,
    pub(super) modules: SwitchModules,
    pub(super) nic: Nic,
    pub(super) efl: Efl,
    pub(super) ethernet_switch: EthernetSwitch,
    pub(super) optional: Optional,
}

/// Modules of the lossless switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SwitchModules {
    pub allocator: Allocator,
    pub link: Link,
    pub credit_counter: CreditCounter,
    pub fifo: Fifo,
    pub round_robin: RoundRobin,
    pub guard: Guard,
    pub detector: Detector,
    pub input_buffer: InputBuffer,
    pub port: Port,
    pub forwarding: Forwarding,
}

/// Optional keys, as in the file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Optional {
    pub marked_by: Option<MarkedBy>,
    pub output_trigger: Option<OutputTrigger>,
    pub counter_bits: Option<u32>,
    pub virtual_lanes: Option<u32>,
    pub forwarding_entries: Option<u32>,
    pub allocator: raw::AllocatorSection,
    pub flow_control: raw::FlowControlSection,
    pub input_buffer: raw::InputBufferSection,
    pub nic: raw::NicSection,
    pub efl: raw::EflSection,
    pub ethernet_switch: raw::EthernetSwitchSection,
}

impl Config {
    /// Name: a letter, then letters, digits, `-`, `_` or `.`; at most 64 characters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Clock of all modules.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Datapath of the packets.
    pub fn datapath(&self) -> Datapath {
        self.datapath
    }

    /// Switch and its buffers.
    pub fn switch(&self) -> Switch {
        self.switch
    }

    /// Parameters of the marking module.
    pub fn marking(&self) -> Marking {
        self.marking
    }

    /// Kind of the switch's allocator. The parameters of both kinds are always available.
    pub fn allocator(&self) -> Allocator {
        self.modules.allocator
    }

    /// Parameters of the credit modules of each link.
    pub fn link(&self) -> Link {
        self.modules.link
    }

    /// A link between two of these switches that stand next to each other; a scenario sets the true
    /// lengths of its links.
    pub fn link_delay(&self) -> LinkDelay {
        const DELAY: u32 = 4;
        let width_bytes = self.port().width_bytes() as u32;
        LinkDelay::new(width_bytes, DELAY).expect("a port is as wide as a link can be")
    }

    /// An end of a link that is slower than the datapath.
    pub fn slow_link_end(&self) -> SlowLinkEnd {
        let port = self.port();
        let width_bytes = port.width_bytes();
        let longest = beats(port.longest_words(0), width_bytes) as u32;
        SlowLinkEnd::new(width_bytes as u32, longest)
            .expect("a port is as wide as an end can be, and its packets are longer than a beat")
    }

    /// A link that is slower than the datapath, as long as [`Config::link_delay`].
    pub fn slow_link(&self) -> SlowLink {
        let delay = self.link_delay().delay() as u32;
        SlowLink::new(self.slow_link_end(), delay).expect("a delay that a link can have")
    }

    /// Parameters of the switch with a clock for each port.
    pub fn switch_clocks(&self) -> SwitchClocks {
        SwitchClocks { switch: self.lossless_switch(), fifo: self.async_fifo() }
    }

    /// Parameters of the NIC with a clock for the link.
    pub fn nic_clocks(&self) -> NicClocks {
        NicClocks { nic: self.nic(), fifo: self.async_fifo() }
    }

    /// Parameters of the NIC's receive buffer. Those of [`ReceiveBuffer::DEFAULT_PACKETS`] if the NIC
    /// has none.
    pub fn receive_buffer(&self) -> ReceiveBuffer {
        let default = || ReceiveBuffer::new(&self.nic().port(), ReceiveBuffer::DEFAULT_PACKETS);
        let buffer = self.nic().receive_buffer();
        buffer.unwrap_or_else(|| default().expect("few longest packets fit into any buffer"))
    }

    /// A FIFO between the clock of a link and that of the switch or NIC.
    pub fn async_fifo(&self) -> AsyncFifo {
        let width_bytes = self.port().width_bytes() as u32;
        AsyncFifo::new(width_bytes, USER_BITS as u32, AsyncFifo::FULL_RATE_ADDRESS_BITS)
            .expect("a port is as wide as a FIFO can be")
    }

    /// Parameters of the plain credit counter.
    pub fn credit_counter(&self) -> CreditCounter {
        self.modules.credit_counter
    }

    /// Parameters of the request guard, which keeps the round-robin allocator from passing over a
    /// packet for ever.
    pub fn guard(&self) -> Guard {
        self.modules.guard
    }

    /// Parameters of the FIFO allocator, with a queue for each VL of each output port.
    pub fn fifo(&self) -> Fifo {
        self.modules.fifo
    }

    /// Parameters of the round-robin allocator.
    pub fn round_robin(&self) -> RoundRobin {
        self.modules.round_robin
    }

    /// Parameters of the congestion detector of each output port.
    pub fn detector(&self) -> Detector {
        self.modules.detector
    }

    /// Parameters of the buffer of each input port. An element of the buffer is one beat of the
    /// datapath, with one bit for each byte that indicates whether the byte belongs to the packet.
    pub fn input_buffer(&self) -> InputBuffer {
        self.modules.input_buffer
    }

    /// Parameters of a port of the switch.
    pub fn port(&self) -> Port {
        self.modules.port
    }

    /// Parameters of the forwarding table.
    pub fn forwarding(&self) -> Forwarding {
        self.modules.forwarding
    }

    /// Mechanism by which the switch marks packets. The parameters of both are always available.
    pub fn marked_by(&self) -> MarkedBy {
        self.optional.marked_by.unwrap_or_default()
    }

    /// Parameters of the policy in the switch.
    pub fn policy_marking(&self) -> PolicyMarking {
        PolicyMarking { port: self.port(), policy: self.marking.policy() }
    }

    /// Parameters of the congestion detectors in the switch.
    pub fn detector_marking(&self) -> DetectorMarking {
        DetectorMarking { port: self.port(), detector: self.detector() }
    }

    /// Parameters of the dispatcher with the FIFO allocator.
    pub fn fifo_dispatcher(&self) -> Dispatcher {
        Dispatcher { port: self.port(), choice: Choice::Fifo(self.fifo()) }
    }

    /// Parameters of the dispatcher with the round-robin allocator.
    pub fn round_robin_dispatcher(&self) -> Dispatcher {
        let choice = Choice::RoundRobin(self.round_robin(), self.guard());
        Dispatcher { port: self.port(), choice }
    }

    /// Parameters of the switch's registers.
    pub fn registers(&self) -> Registers {
        let (forwarding, detector) = (self.forwarding(), self.detector());
        Registers { port: self.port(), forwarding, detector }
    }

    /// Parameters of the Head-of-Queue Life limits.
    pub fn head_of_queue(&self) -> HeadOfQueue {
        HeadOfQueue::new(&self.port(), self.clock.frequency_hz())
    }

    /// Parameters of the whole switch.
    pub fn lossless_switch(&self) -> SwitchTop {
        SwitchTop {
            port: self.port(),
            link: self.link(),
            forwarding: self.forwarding(),
            dispatcher: match self.allocator() {
                Allocator::Fifo => self.fifo_dispatcher(),
                Allocator::RoundRobin => self.round_robin_dispatcher(),
            },
            marks: match self.marked_by() {
                MarkedBy::Policy => Marks::Policy(self.policy_marking()),
                MarkedBy::Detector => Marks::Detector(self.detector_marking()),
            },
            registers: self.registers(),
            head_of_queue: self.head_of_queue(),
        }
    }

    /// Parameters of the NIC, from which those of all its modules follow.
    pub fn nic(&self) -> Nic {
        self.nic
    }

    /// Parameters of the EFL endpoint, from which those of all its modules follow. Its datapath has
    /// 64 bits, also in a configuration of another width, which cannot have keys of EFL.
    pub fn efl(&self) -> Efl {
        self.efl
    }

    /// Parameters of the tail-drop Ethernet switch. Its datapath has 64 bits, as that of
    /// [`Self::efl`].
    pub fn ethernet_switch(&self) -> EthernetSwitch {
        self.ethernet_switch
    }

    /// Configuration as a file, without comments. Reading this file gives the same configuration.
    ///
    /// # Errors
    ///
    /// If the TOML writer fails; it can represent every value of a configuration.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    fn file(&self) -> raw::File {
        let (policy, output_threshold) = match self.marking.policy() {
            Policy::Naive => (PolicyName::Naive, None),
            Policy::InputTriggered => (PolicyName::InputTriggered, None),
            Policy::InputOutputTriggered { output_threshold, .. } => {
                (PolicyName::InputOutputTriggered, Some(output_threshold))
            }
        };
        let Optional {
            marked_by,
            output_trigger,
            counter_bits,
            virtual_lanes,
            forwarding_entries,
            allocator,
            flow_control,
            input_buffer,
            nic,
            efl,
            ethernet_switch,
        } = self.optional;
        raw::File {
            name: self.name.clone(),
            clock: raw::ClockSection { frequency_mhz: mhz(self.clock.frequency_hz) },
            datapath: raw::DatapathSection { width_bits: self.datapath.width_bits },
            switch: raw::SwitchSection {
                ports: self.switch.ports,
                packets_per_input: self.switch.packets_per_input,
                max_packet_bytes: self.switch.max_packet_bytes,
                virtual_lanes,
                forwarding_entries,
            },
            marking: raw::MarkingSection {
                policy,
                by: marked_by,
                output_threshold,
                output_trigger,
                counter_bits,
            },
            // An empty table is left out.
            allocator: Some(allocator).filter(|section| *section != Default::default()),
            flow_control: Some(flow_control).filter(|section| *section != Default::default()),
            input_buffer: Some(input_buffer).filter(|section| *section != Default::default()),
            nic: Some(nic).filter(|section| *section != Default::default()),
            efl: Some(efl).filter(|section| *section != Default::default()),
            ethernet_switch: Some(ethernet_switch).filter(|section| *section != Default::default()),
        }
    }
}

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file().serialize(serializer)
    }
}
