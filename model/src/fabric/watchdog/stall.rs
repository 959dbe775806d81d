//! Stalls: the packets that wait, and what they wait for.

use super::Held;
use std::fmt::Write;
use tailback_spec::scenario::Scenario;

/// The rule of [`tailback_spec::fabric::liveness`] that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Buffers wait for each other in a ring.
    Ring,
    /// In a switch where nothing moves, a packet waits for an output that has credits.
    IdleAllocator,
    /// A packet is passed over.
    PassedOver,
    /// A flow waits for an ACK that no host sends.
    Unanswered,
    /// A host with credits, a packet and an open window sends nothing.
    SilentHost,
}

impl Rule {
    /// Machine-readable name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Ring => "ring",
            Rule::IdleAllocator => "idle-allocator",
            Rule::PassedOver => "passed-over",
            Rule::Unanswered => "unanswered",
            Rule::SilentHost => "silent-host",
        }
    }

    fn says(self) -> &'static str {
        match self {
            Rule::Ring => "packets wait for each other in a ring",
            Rule::IdleAllocator => "nothing moves in a switch, but an output has credits",
            Rule::PassedOver => "a packet is passed over by those for other outputs",
            Rule::Unanswered => "a packet was received, but its ACK is nowhere",
            Rule::SilentHost => {
                "a host has a packet, an open window and credits, but sends nothing"
            }
        }
    }
}

/// Location of a waiting packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// In the buffer behind this directed link.
    Buffer(usize),
    /// At this host.
    Host(usize),
}

/// Resource that a packet waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Credits of this directed link.
    Credits(usize),
    /// Transmission over this directed link, which has credits.
    Output(usize),
    /// An ACK.
    Acknowledgement,
}

/// A packet that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// The packet.
    pub packet: Held,
    /// Location of the packet.
    pub holder: Holder,
    /// Resource that the packet waits for.
    pub needs: Needs,
    /// Cycle since which the packet waits.
    pub since: u64,
}

/// A stall: the packets that wait will do so for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stall {
    /// Cycle in which the stall was found.
    pub cycle: u64,
    /// The rule that is broken.
    pub rule: Rule,
    /// Waiting packets: with a ring, each waits for the next one, and the last one for the first.
    pub waiting: Vec<Waiting>,
    /// Packets in all buffers of switches.
    pub held: usize,
}

impl Waiting {
    /// Text with the flow, the packet, its location and the resource that it waits for.
    pub fn describe(&self, scenario: &Scenario) -> String {
        let Held { flow, sequence, acknowledges } = self.packet;
        let what = if acknowledges { "the ACK of packet" } else { "packet" };
        let holder = match self.holder {
            Holder::Buffer(link) => {
                format!("holds the buffer behind {}", scenario.link_name(link))
            }
            Holder::Host(host) => format!("is at host {}", scenario.hosts[host].name),
        };
        let needs = match self.needs {
            Needs::Credits(link) => format!("credits of {}", scenario.link_name(link)),
            Needs::Output(link) => {
                format!("{}, which has credits and sends nothing", scenario.link_name(link))
            }
            Needs::Acknowledgement => "its ACK".into(),
        };
        let flow = scenario.flow_name(flow);
        format!(
            "{what} {sequence} of {flow} {holder} and waits for {needs}, since cycle {}",
            self.since
        )
    }
}

impl Stall {
    /// Text of the stall, a line for each packet that waits.
    pub fn describe(&self, scenario: &Scenario) -> String {
        let Stall { cycle, rule, held, .. } = self;
        let mut text = format!(
            "stalled, found in cycle {cycle}: {}; {held} packets are in buffers\n",
            rule.says()
        );
        for waiting in &self.waiting {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {}", waiting.describe(scenario));
        }
        text
    }
}
