// Marking counters as a textbook has them: an up/down counter with an if for each direction.

`default_nettype none

module marking_textbook #(
    // Output ports
    parameter PORTS = 8,
    // Bits of a packet counter
    parameter BITS = 8
) (
    input  wire             clock,
    input  wire             reset,
    input  wire [PORTS-1:0] enqueue,
    input  wire [PORTS-1:0] dequeue,
    input  wire [PORTS-1:0] transmit,
    input  wire [PORTS-1:0] trigger,
    output wire [PORTS-1:0] mark
);

reg [BITS-1:0] waiting [0:PORTS-1];
reg [BITS-1:0] to_mark [0:PORTS-1];

genvar p;
generate
    for (p = 0; p < PORTS; p = p + 1) begin : port
        assign mark[p] = transmit[p] && to_mark[p] != 0;

        always @(posedge clock) begin
            if (enqueue[p] && !dequeue[p])
                waiting[p] <= waiting[p] + 1'b1;
            else if (dequeue[p] && !enqueue[p])
                waiting[p] <= waiting[p] - 1'b1;

            if (trigger[p])
                to_mark[p] <= waiting[p];
            else if (mark[p])
                to_mark[p] <= to_mark[p] - 1'b1;

            if (reset) begin
                waiting[p] <= 0;
                to_mark[p] <= 0;
            end
        end
    end
endgenerate

endmodule

`default_nettype wire
