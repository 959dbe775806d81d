// Mark bits of input buffers, written by hand from the rules in tailback-spec. The tests of the
// harness use it where ports of several lanes are inputs.

`default_nettype none

module tailback_marking #(
    parameter PORTS = 12,
    parameter SLOTS = 6,
    parameter BITS  = 3
) (
    input  wire                  clock,
    input  wire                  reset,
    input  wire [PORTS-1:0]      enqueue,
    input  wire [PORTS*BITS-1:0] enqueue_slot,
    input  wire [PORTS-1:0]      trigger,
    input  wire [PORTS-1:0]      transmit,
    input  wire [PORTS*BITS-1:0] transmit_slot,
    output reg  [PORTS-1:0]      mark
);

    localparam [SLOTS-1:0] FIRST = 1;

    integer i;
    reg [SLOTS-1:0] taken;
    reg [SLOTS-1:0] leaving;
    reg [SLOTS-1:0] marked [0:PORTS-1];

    always @* begin
        for (i = 0; i < PORTS; i = i + 1) begin
            leaving = FIRST << transmit_slot[BITS * i +: BITS];
            mark[i] = transmit[i] && |(marked[i] & leaving);
        end
    end

    always @(posedge clock) begin
        for (i = 0; i < PORTS; i = i + 1) begin
            taken = enqueue[i] ? FIRST << enqueue_slot[BITS * i +: BITS] : 0;
            if (reset) begin
                marked[i] <= 0;
            end else if (trigger[i]) begin
                marked[i] <= ~taken;
            end else begin
                marked[i] <= marked[i] & ~taken;
            end
        end
    end

endmodule

`default_nettype wire
