// Marking by two counters per output port, written by hand from docs/reference/marking.md.
//
// An engineer's own RTL, which the tests in this directory and in ../dpi compare with Tailback's
// golden model. Each event sees the registers as they were before the clock edge.

`default_nettype none

module my_marking #
(
    // Ports of the switch.
    parameter PORTS = 8,
    // Width of the counters.
    parameter COUNTER_BITS = 8,
    // Packets that may wait for an output without a trigger; 0 for no output trigger.
    parameter OUTPUT_THRESHOLD = 0
)
(
    input  wire                          clock,
    input  wire                          reset,

    // Events, one bit per output port
    input  wire [PORTS-1:0]              enqueue,
    input  wire [PORTS-1:0]              dequeue,
    input  wire [PORTS-1:0]              transmit,
    input  wire [PORTS-1:0]              trigger,

    // Packets to mark
    output wire [PORTS-1:0]              mark,
    output wire [PORTS*COUNTER_BITS-1:0] waiting,
    output wire [PORTS*COUNTER_BITS-1:0] to_mark
);

genvar port;
generate
    for (port = 0; port < PORTS; port = port + 1) begin : output_port
        // Packets that wait for the output, and packets that it still has to mark.
        reg [COUNTER_BITS-1:0] waiting_reg;
        reg [COUNTER_BITS-1:0] to_mark_reg;
        // A packet was received in the cycle before.
        reg enqueued_reg;

        wire output_trigger = OUTPUT_THRESHOLD != 0 && enqueued_reg
            && waiting_reg > OUTPUT_THRESHOLD;

        always @(posedge clock) begin
            enqueued_reg <= enqueue[port];

            case ({enqueue[port], dequeue[port]})
                2'b10: waiting_reg <= waiting_reg + 1'b1;
                2'b01: waiting_reg <= waiting_reg - 1'b1;
                default: waiting_reg <= waiting_reg;
            endcase

`ifdef PLANTED_BUG
            // A marked packet has priority over a trigger.
            if (mark[port]) begin
                to_mark_reg <= to_mark_reg - 1'b1;
            end else if (trigger[port] || output_trigger) begin
                to_mark_reg <= waiting_reg;
            end
`else
            if (trigger[port] || output_trigger) begin
                to_mark_reg <= waiting_reg;
            end else if (mark[port]) begin
                to_mark_reg <= to_mark_reg - 1'b1;
            end
`endif

            if (reset) begin
                waiting_reg <= 0;
                to_mark_reg <= 0;
                enqueued_reg <= 1'b0;
            end
        end

        assign mark[port] = transmit[port] && to_mark_reg != 0;
        assign waiting[port*COUNTER_BITS +: COUNTER_BITS] = waiting_reg;
        assign to_mark[port*COUNTER_BITS +: COUNTER_BITS] = to_mark_reg;
    end
endgenerate

endmodule

`default_nettype wire
