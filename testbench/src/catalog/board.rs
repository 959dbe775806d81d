//! Catalog of the modules of a board, which follow those of the NIC.

use tailback_hdl::board::{BoardHost, UartBridge};

use super::{Entry, Parts};
use crate::board;

pub(super) const BLOCKS: &[Entry] = &[
    Entry {
        name: "uart-bridge",
        parts: |config| Parts::new(config.uart_bridge(), UartBridge::new, board::bridge::bench),
        proofs: |_| Vec::new(),
    },
    Entry {
        name: "board-host",
        parts: |config| Parts::new(config.board_host(), BoardHost::new, board::host::bench),
        proofs: |_| Vec::new(),
    },
];
