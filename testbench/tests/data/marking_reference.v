// Marking counters of 8 output ports with 8-bit counters, input-triggered, written by hand from
// the rules in tailback-spec. The tests of the harness plant their bugs in it.

`default_nettype none

module tailback_marking (
    input  wire        clock,
    input  wire        reset,
    input  wire [7:0]  enqueue,
    input  wire [7:0]  dequeue,
    input  wire [7:0]  transmit,
    input  wire [7:0]  trigger,
    output reg  [7:0]  mark,
    output reg  [63:0] waiting,
    output reg  [63:0] to_mark
);

    integer i;
    reg [7:0] waiting_reg [0:7];
    reg [7:0] to_mark_reg [0:7];

    always @* begin
        for (i = 0; i < 8; i = i + 1) begin
            mark[i] = transmit[i] && to_mark_reg[i] > 8'd0;
            waiting[8 * i +: 8] = waiting_reg[i];
            to_mark[8 * i +: 8] = to_mark_reg[i];
        end
    end

    always @(posedge clock) begin
        for (i = 0; i < 8; i = i + 1) begin
            if (enqueue[i] && !dequeue[i]) begin
                waiting_reg[i] <= waiting_reg[i] + 8'd1;
            end else if (dequeue[i] && !enqueue[i]) begin
                waiting_reg[i] <= waiting_reg[i] - 8'd1;
            end
            if (trigger[i]) begin
                to_mark_reg[i] <= waiting_reg[i];
            end else if (mark[i]) begin
                to_mark_reg[i] <= to_mark_reg[i] - 8'd1;
            end
            if (reset) begin
                waiting_reg[i] <= 8'd0;
                to_mark_reg[i] <= 8'd0;
            end
        end
    end

endmodule

`default_nettype wire
