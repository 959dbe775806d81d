// Replacement for a memory: read data is free, and all other pins are compared. Yosys's `expose`
// makes ports of the wires `cut_…`. Addresses are compared only for reads and writes that are
// enabled, and write data only where it is enabled.

(* techmap_celltype = "$mem_v2" *)
module cut_memory (
    RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA
);
    parameter MEMID = "";
    parameter SIZE = 1;
    parameter OFFSET = 0;
    parameter ABITS = 1;
    parameter WIDTH = 1;
    parameter INIT = 1'bx;
    parameter RD_PORTS = 1;
    parameter RD_CLK_ENABLE = 1'b1;
    parameter RD_CLK_POLARITY = 1'b1;
    parameter RD_TRANSPARENCY_MASK = 1'b0;
    parameter RD_COLLISION_X_MASK = 1'b0;
    parameter RD_WIDE_CONTINUATION = 1'b0;
    parameter RD_CE_OVER_SRST = 1'b0;
    parameter RD_ARST_VALUE = 1'b0;
    parameter RD_SRST_VALUE = 1'b0;
    parameter RD_INIT_VALUE = 1'b0;
    parameter WR_PORTS = 1;
    parameter WR_CLK_ENABLE = 1'b1;
    parameter WR_CLK_POLARITY = 1'b1;
    parameter WR_PRIORITY_MASK = 1'b0;
    parameter WR_WIDE_CONTINUATION = 1'b0;

    input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input [RD_PORTS*ABITS-1:0] RD_ADDR;
    output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input [WR_PORTS-1:0] WR_CLK;
    input [WR_PORTS*ABITS-1:0] WR_ADDR;
    input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;

    // `expose -cut` cuts the constant 0 off.
    (* keep *) wire [RD_PORTS*WIDTH-1:0] cut_read = {RD_PORTS*WIDTH{1'b0}};
    (* keep *) wire [4*RD_PORTS-1:0] cut_read_control;
    (* keep *) wire [RD_PORTS*ABITS-1:0] cut_read_address;
    (* keep *) wire [WR_PORTS-1:0] cut_write_clock = WR_CLK;
    (* keep *) wire [WR_PORTS*WIDTH-1:0] cut_write_enable = WR_EN;
    (* keep *) wire [WR_PORTS*WIDTH-1:0] cut_write_data = WR_DATA & WR_EN;
    (* keep *) wire [WR_PORTS*ABITS-1:0] cut_write_address;

    assign RD_DATA = cut_read;
    assign cut_read_control = {RD_CLK, RD_EN, RD_ARST, RD_SRST};

    genvar port;
    generate
        for (port = 0; port < RD_PORTS; port = port + 1) begin : read
            wire reads = RD_EN[port] | !RD_CLK_ENABLE[port];
            assign cut_read_address[port*ABITS +: ABITS] =
                RD_ADDR[port*ABITS +: ABITS] & {ABITS{reads}};
        end
        for (port = 0; port < WR_PORTS; port = port + 1) begin : write
            wire writes = |WR_EN[port*WIDTH +: WIDTH];
            assign cut_write_address[port*ABITS +: ABITS] =
                WR_ADDR[port*ABITS +: ABITS] & {ABITS{writes}};
        end
    endgenerate
endmodule
