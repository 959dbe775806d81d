//! Registers of a fabric on a chip, by name.

use tailback_spec::board::{
    bridge,
    host::{address, HEADER_WORDS},
    Board,
};

use crate::fabric::register_name;

/// Name of a register of a slave, such as `switch_b.forwarding[3]`, `host_local.flow[0].start` or
/// `bridge.reset`; the address itself if there is no such register.
pub fn name(board: &Board, slave: u8, register: u32) -> String {
    let fabric = board.fabric();
    let unknown = || format!("{register:#07x}");
    let (owner, name) = match usize::from(slave).checked_sub(fabric.components()) {
        _ if slave == bridge::CONTROL => ("bridge".into(), of_bridge(register)),
        None => return register_name(fabric, slave.into(), register).unwrap_or_else(unknown),
        Some(host) if host < fabric.scenario().hosts.len() => (of(board, host), of_host(register)),
        Some(_) => (format!("slave {slave}"), None),
    };
    format!("{owner}.{}", name.unwrap_or_else(unknown))
}

/// Name of a host, such as `host_local`: that of its NIC, `nic_local`, with another beginning.
pub fn of(board: &Board, host: usize) -> String {
    let fabric = board.fabric();
    let nic = fabric.component_name(fabric.component_of(host));
    format!("host_{}", nic.strip_prefix("nic_").unwrap_or(nic))
}

/// Name of a register of the bridge.
fn of_bridge(register: u32) -> Option<String> {
    let name = match register {
        bridge::address::IDENTIFICATION => "identification",
        bridge::address::VERSION => "version",
        bridge::address::DIGEST => "digest",
        bridge::address::CLOCK_HZ => "clock_hz",
        bridge::address::SLAVES => "slaves",
        bridge::address::CYCLE => "cycle",
        bridge::address::RESET => "reset",
        _ => return None,
    };
    Some(name.into())
}

/// Name of a register of a host.
fn of_host(register: u32) -> Option<String> {
    let name = match register {
        address::IDENTIFICATION => "identification",
        address::CAPABILITIES => "capabilities",
        address::RECEIVED => "received",
        address::BAD => "bad",
        _ => return of_flow(register / address::FLOW_STRIDE, register % address::FLOW_STRIDE),
    };
    Some(name.into())
}

/// Name of a register of a flow.
fn of_flow(flow: u32, register: u32) -> Option<String> {
    const WORD: u32 = 4;
    let name = match register {
        address::ICRC => "icrc".into(),
        address::VCRC => "vcrc".into(),
        address::NUMBER => "number".into(),
        address::START => "start".into(),
        address::STOP => "stop".into(),
        address::INTERVAL => "interval".into(),
        address::SENT => "sent".into(),
        _ if register < address::HEADER + HEADER_WORDS as u32 * WORD => {
            format!("header[{}]", register / WORD)
        }
        _ => return None,
    };
    Some(format!("flow[{flow}].{name}"))
}
