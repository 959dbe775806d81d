//! AXI4-Lite (AMBA AXI and ACE Protocol Specification, part B).

use crate::interface;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

interface! {
    /// AXI4-Lite with 32-bit data: the write channels, the read channels, or both.
    pub struct AxiLite(address_bits: usize, writes: bool, reads: bool) {
        /// Write address valid.
        master awvalid if writes;
        /// Write address ready.
        slave awready if writes;
        /// Write address in bytes; the two lowest bits are ignored.
        master awaddr[address_bits] if writes;
        /// Write data valid.
        master wvalid if writes;
        /// Write data ready.
        slave wready if writes;
        /// Write data.
        master wdata[WORD_BITS as usize] if writes;
        /// Write strobes, one per byte; all must be set, or the write is refused.
        master wstrb[WORD_BYTES as usize] if writes;
        /// Write response valid.
        slave bvalid if writes;
        /// Write response ready.
        master bready if writes;
        /// Write response. 0: OKAY, 2: SLVERR.
        slave bresp[2] if writes;
        /// Read address valid.
        master arvalid if reads;
        /// Read address ready.
        slave arready if reads;
        /// Read address in bytes; the two lowest bits are ignored.
        master araddr[address_bits] if reads;
        /// Read data valid.
        slave rvalid if reads;
        /// Read data ready.
        master rready if reads;
        /// Read data: value of the register, or 0 if there is none.
        slave rdata[WORD_BITS as usize] if reads;
        /// Read response. 0: OKAY, 2: SLVERR.
        slave rresp[2] if reads;
    }
}
