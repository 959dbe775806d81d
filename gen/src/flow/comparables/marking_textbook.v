// Marking counters as a textbook has them: an up/down counter with an if for each direction.

`default_nettype none

module marking_textbook #(
    // Output ports
    parameter PORTS = 8,
    // Bits of a packet counter
    parameter BITS = 8
) (
    input  wire                  clock,
    input  wire                  reset,
    input  wire [PORTS-1:0]      enqueue,
    input  wire [PORTS-1:0]      dequeue,
    input  wire [PORTS-1:0]      transmit,
    input  wire [PORTS-1:0]      trigger,
    output wire [PORTS-1:0]      mark,
    output wire [PORTS*BITS-1:0] waiting,
    output wire [PORTS*BITS-1:0] to_mark
);

reg [BITS-1:0] waiting_reg [0:PORTS-1];
reg [BITS-1:0] to_mark_reg [0:PORTS-1];

genvar p;
generate
    for (p = 0; p < PORTS; p = p + 1) begin : port
        assign waiting[p*BITS +: BITS] = waiting_reg[p];
        assign to_mark[p*BITS +: BITS] = to_mark_reg[p];
        assign mark[p] = transmit[p] && to_mark_reg[p] != 0;

        always @(posedge clock) begin
            if (enqueue[p] && !dequeue[p])
                waiting_reg[p] <= waiting_reg[p] + 1'b1;
            else if (dequeue[p] && !enqueue[p])
                waiting_reg[p] <= waiting_reg[p] - 1'b1;

            if (trigger[p])
                to_mark_reg[p] <= waiting_reg[p];
            else if (mark[p])
                to_mark_reg[p] <= to_mark_reg[p] - 1'b1;

            if (reset) begin
                waiting_reg[p] <= 0;
                to_mark_reg[p] <= 0;
            end
        end
    end
endgenerate

endmodule

`default_nettype wire
