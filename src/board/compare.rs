//! Comparison of a board with its twin.

use serde::Serialize;
use tailback_spec::board::Board;
use tailback_testbench::{
    board::{
        names,
        twin::{goes_on, Counts},
    },
    fabric::counters,
};

/// A count of the board beside that of the twin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Name, such as `switch_b.ports[3].lanes[0].marked`, `host_local.received` or `flow local`.
    pub name: String,
    /// Value of the board.
    pub board: u32,
    /// Value of the twin.
    pub twin: u32,
    /// Whether the values must be equal: counts of flow control go on after the run.
    pub compared: bool,
}

impl Row {
    /// Whether the values must be equal, and are not.
    pub fn differs(&self) -> bool {
        self.compared && self.board != self.twin
    }
}

/// All counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Comparison(pub Vec<Row>);

impl Comparison {
    /// Compares the counts of a board with those of its twin.
    pub fn new(board: &Board, found: &Counts, twin: &Counts) -> Self {
        let scenario = board.fabric().scenario();
        // Registers count modulo 2^32.
        let row = |name: String, board: u64, twin: u64| Row {
            name,
            board: board as u32,
            twin: twin as u32,
            compared: true,
        };
        let sent = found.sent.iter().zip(&twin.sent).enumerate();
        let flows = sent.map(|(flow, (board, twin))| {
            row(format!("flow {}", scenario.flow_name(flow)), *board, *twin)
        });
        let received = found.received.iter().zip(&twin.received).enumerate();
        let hosts = received.flat_map(|(host, (found, twin))| {
            let name = names::of(board, host);
            [
                row(format!("{name}.received"), found.packets, twin.packets),
                row(format!("{name}.bad"), found.bad, twin.bad),
            ]
        });
        let values = found.counters.iter().zip(&twin.counters);
        let registers = counters(board.fabric()).into_iter().zip(values);
        let registers = registers.map(|(counter, (board, twin))| Row {
            compared: !goes_on(&counter),
            name: counter.name,
            board: *board,
            twin: *twin,
        });
        Comparison(flows.chain(hosts).chain(registers).collect())
    }

    /// Rows that differ.
    pub fn different(&self) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(|row| row.differs())
    }

    /// Number of counts that are compared.
    pub fn compared(&self) -> usize {
        self.0.iter().filter(|row| row.compared).count()
    }
}
