//! A fabric on a chip: the modules around a [fabric](crate::fabric) in an FPGA.
//!
//! Each NIC has a [host](host::BoardHost) in hardware, which sends the packets of its flows. Software on a
//! computer accesses the registers of switches, NICs and hosts over a serial line, through a
//! [bridge](bridge::UartBridge). The *slaves* of the bridge are the components of the fabric (switches,
//! then NICs), and then the hosts, each in the order of the scenario.
//!
//! The hosts count cycles since the fabric's reset, as the bridge does. So a run that begins with a reset
//! is the same each time, whatever the serial line does meanwhile, if the registers are written before the
//! first flow starts.
//!
//! Module: `tailback_board`. Ports: `clock`; `reset`; `uart_rxd` and `uart_txd`, the serial line; `heartbeat`,
//! a bit of the cycle count that a person sees blinking; `busy`, high while any host sends a packet; `marked`,
//! high for a cycle for each packet with FECN that a host receives: a light shows congestion.

pub mod bridge;
pub mod host;
pub mod mark;
mod set_up;
pub mod uart;

use crate::{
    config::Kind,
    fabric::{Fabric, Unfit},
    scenario::Traffic,
    wire::crc,
};
use bridge::UartBridge;
use host::BoardHost;
use uart::Uart;

/// Name of the module.
pub const MODULE: &str = "tailback_board";

/// Bits of the number of cycles since the fabric's reset. It stops at the largest number.
pub const CYCLE_BITS: usize = 32;

/// Fraction of a second without a byte after which the bridge drops a command that is not complete.
const TIMEOUTS_PER_SECOND: u32 = 50;

/// A fabric on a chip. A value of this type is always possible to build.
#[derive(Debug, Clone)]
pub struct Board {
    fabric: Fabric,
    bridge: UartBridge,
    host: BoardHost,
}

impl Board {
    /// The board of a fabric with a serial line of so many bits per second, or the reason why there is none.
    ///
    /// # Errors
    ///
    /// If a host has more than [`BoardHost::FLOWS`] flows that send, flows are neither greedy nor of a fixed
    /// rate, packets are given up, there are more than [`UartBridge::SLAVES`] switches, NICs and hosts, or the
    /// clock is too slow for the serial line.
    pub fn new(fabric: &Fabric, baud: u32) -> Result<Self, Unfit> {
        let unfit = |key: &str, message: String, help: String| {
            Err(Unfit::new(Kind::NotSupported, key, message, help))
        };
        let scenario = fabric.scenario();
        for flow in &scenario.flows {
            if !matches!(flow.traffic, Traffic::Greedy | Traffic::FixedRate { .. }) {
                let name = &scenario.groups[flow.group];
                let message = format!("flow {name:?} sends at random times");
                let help = "hosts in hardware send greedy flows and flows of a fixed rate".into();
                return unfit(&format!("flows.{name}.traffic"), message, help);
            }
        }
        if let Some(host) = scenario.hosts.iter().find(|host| host.host_cycles > 0) {
            let help = "hosts on a chip have the rate of their links: remove the key".into();
            return unfit("hosts", format!("host {:?} has a rate of its own", host.name), help);
        }
        if scenario.release.is_some() {
            let help = "hosts in hardware give up no packets: remove the key".into();
            return unfit("run.release_us", "packets are given up".into(), help);
        }
        let senders = |host: usize| fabric.connections(host).iter().filter(|end| end.sends).count();
        let hosts = scenario.hosts.len();
        let flows = (0..hosts).map(senders).max().unwrap_or_default().max(1) as u32;
        let host = BoardHost::new(
            fabric.link_delays()[0].width_bytes() as u32,
            scenario.packet_words() as u32,
            flows,
            fabric.nic().flows() as u32,
        );
        let host = match host {
            Ok(host) => host,
            Err(cause) => {
                let help = format!("{} to {}", cause.allowed.start(), cause.allowed.end());
                return unfit("flows", format!("a host has {} flows that send", cause.value), help);
            }
        };
        let clock_hz = scenario.config.clock().frequency_hz() as u32;
        let uart = match Uart::new((clock_hz + baud / 2) / baud) {
            Ok(uart) => uart,
            Err(cause) => {
                let message = format!("a bit of {baud} baud is {} clock cycles long", cause.value);
                let help = format!("{} to {} cycles", cause.allowed.start(), cause.allowed.end());
                return unfit("configuration.clock.frequency_mhz", message, help);
            }
        };
        let bridge = UartBridge::new(bridge::Parameters {
            uart,
            slaves: (fabric.components() + hosts) as u32,
            address_bits: fabric.address_bits() as u32,
            timeout_cycles: clock_hz / TIMEOUTS_PER_SECOND,
            digest: digest(fabric, &host),
            clock_hz,
        });
        match bridge {
            Ok(bridge) => Ok(Board { fabric: fabric.clone(), bridge, host }),
            Err(cause) => {
                let message = format!("{} is {}", cause.parameter.name(), cause.value);
                let help = format!("{} to {}", cause.allowed.start(), cause.allowed.end());
                unfit("hosts", message, help)
            }
        }
    }

    /// The fabric.
    pub fn fabric(&self) -> &Fabric {
        &self.fabric
    }

    /// Parameters of the bridge.
    pub fn bridge(&self) -> UartBridge {
        self.bridge
    }

    /// Parameters of each host.
    pub fn host(&self) -> BoardHost {
        self.host
    }

    /// Number of a host among the slaves of the bridge.
    pub fn slave_of(&self, host: usize) -> usize {
        self.fabric.components() + host
    }
}

/// Digest of what is in the hardware: runs of other flows need no other design.
fn digest(fabric: &Fabric, host: &BoardHost) -> u32 {
    let ends: Vec<_> = (0..fabric.link_delays().len()).map(|link| fabric.ends(link)).collect();
    let links = (fabric.link_delays(), fabric.link_rates(), ends);
    let parts = (fabric.switch(), fabric.nic(), links, host);
    crc::of_text(&format!("{parts:?}"))
}
