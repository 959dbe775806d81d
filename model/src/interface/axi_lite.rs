//! AXI4-Lite (AMBA AXI and ACE Protocol Specification, part B) with 32-bit data.

use tailback_spec::port_values;

/// Response: success.
pub const OKAY: u64 = 0;
/// Response: the address has no register, or the access is not allowed.
pub const SLVERR: u64 = 2;
/// Write strobes of a whole register.
pub const ALL_BYTES: u64 = 0xF;

port_values! {
    /// Signals driven by the master of AXI4-Lite, of one interface or of an array of interfaces.
    pub struct AxiLiteRequest<Bit, Number> {
        /// Write address valid.
        pub awvalid: Bit,
        /// Write address in bytes.
        pub awaddr: Number,
        /// Write data valid.
        pub wvalid: Bit,
        /// Write data.
        pub wdata: Number,
        /// Write strobes: one bit per byte.
        pub wstrb: Number,
        /// Write response ready.
        pub bready: Bit,
        /// Read address valid.
        pub arvalid: Bit,
        /// Read address in bytes.
        pub araddr: Number,
        /// Read data ready.
        pub rready: Bit,
    }
}

impl AxiLiteRequest<bool, u64> {
    /// Master without a request, ready for responses.
    pub fn idle() -> Self {
        AxiLiteRequest { bready: true, rready: true, ..Default::default() }
    }

    /// Master that writes a whole register, ready for responses.
    pub fn write(address: u32, data: u32) -> Self {
        AxiLiteRequest {
            awvalid: true,
            awaddr: address.into(),
            wvalid: true,
            wdata: data.into(),
            wstrb: ALL_BYTES,
            ..Self::idle()
        }
    }

    /// Master that reads a register, ready for responses.
    pub fn read(address: u32) -> Self {
        AxiLiteRequest { arvalid: true, araddr: address.into(), ..Self::idle() }
    }
}

port_values! {
    /// Signals driven by the slave of AXI4-Lite, of one interface or of an array of interfaces.
    pub struct AxiLiteResponse<Bit, Number> {
        /// Write address ready.
        pub awready: Bit,
        /// Write data ready.
        pub wready: Bit,
        /// Write response valid.
        pub bvalid: Bit,
        /// Write response: OKAY, or SLVERR if the write was refused.
        pub bresp: Number,
        /// Read address ready.
        pub arready: Bit,
        /// Read data valid.
        pub rvalid: Bit,
        /// Read data.
        pub rdata: Number,
        /// Read response: OKAY, or SLVERR if the address has no register.
        pub rresp: Number,
    }
}
