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

    integer i, slot;
    reg [SLOTS-1:0] marked [0:PORTS-1];

    always @* begin
        mark = 0;
        for (i = 0; i < PORTS; i = i + 1) begin
            for (slot = 0; slot < SLOTS; slot = slot + 1) begin
                if (transmit[i] && transmit_slot[BITS * i +: BITS] == slot && marked[i][slot]) begin
                    mark[i] = 1;
                end
            end
        end
    end

    always @(posedge clock) begin
        for (i = 0; i < PORTS; i = i + 1) begin
            for (slot = 0; slot < SLOTS; slot = slot + 1) begin
                if (enqueue[i] && enqueue_slot[BITS * i +: BITS] == slot) begin
                    marked[i][slot] <= 0;
                end else if (trigger[i]) begin
                    marked[i][slot] <= 1;
                end
            end
            if (reset) begin
                marked[i] <= 0;
            end
        end
    end

endmodule

`default_nettype wire
