//! Modules of a board, of sizes that a configuration does not determine.

use super::Config;
use crate::{
    board::{
        bridge::{Parameters, UartBridge},
        host::BoardHost,
        uart::Uart,
    },
    nic::registers::ADDRESS_BITS,
    wire::lrh,
};

impl Config {
    /// A bridge from a serial line to three slaves.
    pub fn uart_bridge(&self) -> UartBridge {
        const BIT_CYCLES: u32 = 16;
        const SLAVES: u32 = 3;
        const TIMEOUT_CYCLES: u32 = 1 << 14;
        UartBridge::new(Parameters {
            uart: Uart::new(BIT_CYCLES).expect("in range"),
            slaves: SLAVES,
            address_bits: ADDRESS_BITS as u32,
            timeout_cycles: TIMEOUT_CYCLES,
            digest: 0,
            clock_hz: self.clock().frequency_hz() as u32,
        })
        .expect("in range")
    }

    /// A host with three flows that sends the longest packets.
    pub fn board_host(&self) -> BoardHost {
        const FLOWS: u32 = 3;
        let packet_words = self.switch().max_packet_bytes() / lrh::WORD_BYTES;
        let width_bytes = self.port().width_bytes() as u32;
        BoardHost::new(width_bytes, packet_words as u32, FLOWS, self.nic().flows() as u32)
            .expect("ports and packets of a switch are those of a host")
    }
}
