//! Queue pairs of hosts.

use super::{Fabric, QP_BASE};
use crate::scenario::Scenario;

/// One end of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connection {
    /// Flow of the scenario.
    pub flow: usize,
    /// Whether this end sends.
    pub sends: bool,
    /// Host at the other end.
    pub peer: usize,
    /// Index of the connection at the other end.
    pub there: usize,
}

impl Connection {
    /// Queue pair at the other end.
    pub fn remote_qp(&self) -> u32 {
        QP_BASE + self.there as u32
    }
}

/// Connections of each host.
pub(super) fn connections(scenario: &Scenario) -> Vec<Vec<Connection>> {
    let mut of_host = vec![Vec::new(); scenario.hosts.len()];
    for (number, flow) in scenario.flows.iter().enumerate() {
        let [here, there] = [flow.from, flow.to].map(|host| of_host[host].len());
        let end = |sends, peer, there| Connection { flow: number, sends, peer, there };
        of_host[flow.from].push(end(true, flow.to, there));
        of_host[flow.to].push(end(false, flow.from, here));
    }
    of_host
}

impl Fabric {
    /// Flow of a data packet with this SLID, DLID and DestQP, if it belongs to a flow.
    pub fn flow_of(&self, source: u16, destination: u16, qp: u32) -> Option<usize> {
        let end = self.end_of(source, destination, qp)?;
        (!end.sends).then_some(end.flow)
    }

    /// Flow that an ACK with this SLID, DLID and DestQP acknowledges, if it belongs to a flow.
    pub fn flow_acknowledged(&self, source: u16, destination: u16, qp: u32) -> Option<usize> {
        let end = self.end_of(source, destination, qp)?;
        end.sends.then_some(end.flow)
    }

    fn end_of(&self, source: u16, destination: u16, qp: u32) -> Option<&Connection> {
        let host = |lid| self.lids.host(lid);
        let there = qp.checked_sub(QP_BASE)? as usize;
        let end = self.connections.get(host(destination)?)?.get(there)?;
        (end.peer == host(source)?).then_some(end)
    }
}
