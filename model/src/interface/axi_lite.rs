//! AXI4-Lite (AMBA AXI and ACE Protocol Specification, part B) with 32-bit data.

use tailback_spec::port_values;

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
