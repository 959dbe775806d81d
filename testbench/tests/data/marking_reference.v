// Marking counters, written by hand from the rules in tailback-spec. The tests of the harness plant
// their bugs in it. A THRESHOLD of 0 stands for no output trigger.

`default_nettype none

module tailback_marking #(
    parameter PORTS     = 8,
    parameter BITS      = 8,
    parameter THRESHOLD = 0
) (
    input  wire                  clock,
    input  wire                  reset,
    input  wire [PORTS-1:0]      enqueue,
    input  wire [PORTS-1:0]      dequeue,
    input  wire [PORTS-1:0]      transmit,
    input  wire [PORTS-1:0]      trigger,
    output reg  [PORTS-1:0]      mark,
    output reg  [PORTS*BITS-1:0] waiting,
    output reg  [PORTS*BITS-1:0] to_mark
);

    integer i;
    reg [BITS-1:0] waiting_reg [0:PORTS-1];
    reg [BITS-1:0] to_mark_reg [0:PORTS-1];

    always @* begin
        for (i = 0; i < PORTS; i = i + 1) begin
            mark[i] = transmit[i] && to_mark_reg[i] > 0;
            waiting[BITS * i +: BITS] = waiting_reg[i];
            to_mark[BITS * i +: BITS] = to_mark_reg[i];
        end
    end

    always @(posedge clock) begin
        for (i = 0; i < PORTS; i = i + 1) begin
            if (enqueue[i] && !dequeue[i]) begin
                waiting_reg[i] <= waiting_reg[i] + 1;
            end else if (dequeue[i] && !enqueue[i]) begin
                waiting_reg[i] <= waiting_reg[i] - 1;
            end
            if (THRESHOLD > 0 && enqueue[i] && !dequeue[i] && waiting_reg[i] == THRESHOLD) begin
                to_mark_reg[i] <= THRESHOLD + 1;
            end else if (trigger[i]) begin
                to_mark_reg[i] <= waiting_reg[i];
            end else if (mark[i]) begin
                to_mark_reg[i] <= to_mark_reg[i] - 1;
            end
            if (reset) begin
                waiting_reg[i] <= 0;
                to_mark_reg[i] <= 0;
            end
        end
    end

endmodule

`default_nettype wire
