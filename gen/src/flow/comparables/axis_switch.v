// AXI4-Stream switch with a FIFO behind each input, for comparison with the generated switch.
//
// Each input has one FIFO in block RAM. Each output serves the inputs in round-robin order, and each
// input for a whole packet. tdest of the first beat selects the output; a packet for an output that
// does not exist is dropped. All outputs, s_axis_tready included, are registers. Between two packets
// of one input, two cycles pass.
//
// Not implemented: virtual lanes, virtual output queues (a packet that waits blocks those behind it),
// credits, a limit for the packet length, a forwarding table, CRC, congestion marks, counters and
// registers.

`default_nettype none

module axis_switch #(
    // Inputs, and outputs
    parameter PORTS = 8,
    // Bits of tdata
    parameter WIDTH = 64,
    // Bits of tdest
    parameter DEST_BITS = 3,
    // Capacity of each FIFO in bytes of tdata; a power of two
    parameter FIFO_BYTES = 8192
) (
    input  wire                       clock,
    input  wire                       reset,

    /*
     * AXI4-Stream inputs
     */
    input  wire [PORTS-1:0]           s_axis_tvalid,
    output wire [PORTS-1:0]           s_axis_tready,
    input  wire [PORTS*WIDTH-1:0]     s_axis_tdata,
    input  wire [PORTS*WIDTH/8-1:0]   s_axis_tkeep,
    input  wire [PORTS-1:0]           s_axis_tlast,
    input  wire [PORTS*DEST_BITS-1:0] s_axis_tdest,

    /*
     * AXI4-Stream outputs
     */
    output wire [PORTS-1:0]           m_axis_tvalid,
    input  wire [PORTS-1:0]           m_axis_tready,
    output wire [PORTS*WIDTH-1:0]     m_axis_tdata,
    output wire [PORTS*WIDTH/8-1:0]   m_axis_tkeep,
    output wire [PORTS-1:0]           m_axis_tlast
);

// A beat: tlast, tkeep and tdata.
localparam KEEP = WIDTH / 8;
localparam BEAT = WIDTH + KEEP + 1;
// An entry of a FIFO: the output, one-hot, and the beat.
localparam ENTRY = PORTS + BEAT;
localparam DEPTH = FIFO_BYTES / KEEP;
localparam ADDRESS = $clog2(DEPTH);
// s_axis_tready falls when fewer than 2**RESERVE_BITS entries are free, for the beats that arrive
// until it has fallen.
localparam RESERVE_BITS = 3;
localparam [ADDRESS-1:0] LIMIT = {{ADDRESS-RESERVE_BITS{1'b1}}, {RESERVE_BITS{1'b0}}};

// First entry of each input, ready to be transmitted.
wire [PORTS-1:0]       head_valid;
wire [PORTS*ENTRY-1:0] head;
// The first entry is transmitted in this cycle.
wire [PORTS-1:0]       head_ready;
// Bit o*PORTS + i: output o accepts a beat of input i.
wire [PORTS*PORTS-1:0] accept;

genvar i, o;
generate
    for (i = 0; i < PORTS; i = i + 1) begin : from_input
        // Registered beat, and its output.
        reg             in_valid;
        reg [BEAT-1:0]  in_beat;
        reg             in_first;
        reg [PORTS-1:0] in_output;
        reg             ready;
        // FIFO
        (* no_rw_check *)
        reg [ENTRY-1:0] fifo [0:DEPTH-1];
        reg [ADDRESS:0] write_pointer;
        reg [ADDRESS:0] read_pointer;
        // Entries in use, without those that arrived in the last cycles; never all entries.
        reg [ADDRESS-1:0] level;
        // Output register of the memory.
        reg             fetched_valid;
        reg [ENTRY-1:0] fetched;
        // First entry.
        reg             valid;
        reg [ENTRY-1:0] entry;

        wire write = in_valid && in_output != 0;
        wire entry_ready = !valid || head_ready[i];
        wire fetched_ready = !fetched_valid || entry_ready;
        wire read = fetched_ready && write_pointer != read_pointer;

        assign s_axis_tready[i] = ready;
        assign head_valid[i] = valid;
        assign head[i*ENTRY +: ENTRY] = entry;

        // Gathers what the outputs accept of this input.
        reg accepted;

        always @* begin : gather
            integer k;
            accepted = 1'b0;
            for (k = 0; k < PORTS; k = k + 1)
                accepted = accepted | accept[k*PORTS + i];
        end

        assign head_ready[i] = accepted;

        always @(posedge clock) begin : receive
            integer k;
            in_valid <= s_axis_tvalid[i] && ready;
            in_beat <= {s_axis_tlast[i], s_axis_tkeep[i*KEEP +: KEEP], s_axis_tdata[i*WIDTH +: WIDTH]};
            if (s_axis_tvalid[i] && ready) begin
                in_first <= s_axis_tlast[i];
                if (in_first)
                    for (k = 0; k < PORTS; k = k + 1)
                        in_output[k] <= s_axis_tdest[i*DEST_BITS +: DEST_BITS] == k[DEST_BITS-1:0];
            end

            level <= write_pointer[ADDRESS-1:0] - read_pointer[ADDRESS-1:0];
            ready <= level < LIMIT;

            if (reset) begin
                in_valid <= 1'b0;
                in_first <= 1'b1;
                level <= 0;
                ready <= 1'b0;
            end
        end

        always @(posedge clock) begin
            if (write)
                fifo[write_pointer[ADDRESS-1:0]] <= {in_output, in_beat};
            if (read)
                fetched <= fifo[read_pointer[ADDRESS-1:0]];
            if (entry_ready)
                entry <= fetched;
        end

        always @(posedge clock) begin
            if (write)
                write_pointer <= write_pointer + 1'b1;
            if (read)
                read_pointer <= read_pointer + 1'b1;
            if (fetched_ready)
                fetched_valid <= read;
            if (entry_ready)
                valid <= fetched_valid;

            if (reset) begin
                write_pointer <= 0;
                read_pointer <= 0;
                fetched_valid <= 1'b0;
                valid <= 1'b0;
            end
        end
    end

    for (o = 0; o < PORTS; o = o + 1) begin : to_output
        // Inputs with a beat for this output, in the previous cycle, that has not been transmitted.
        reg [PORTS-1:0] request;
        // Input that is served, one-hot; zero if there is none.
        reg [PORTS-1:0] grant;
        // Inputs behind the one that was served last.
        reg [PORTS-1:0] behind;
        // Register behind the selection.
        reg             selected_valid;
        reg [BEAT-1:0]  selected;
        // Output register, and a second one for the beat that arrives when the first one is blocked.
        reg             valid;
        reg [BEAT-1:0]  beat;
        reg             spare_valid;
        reg [BEAT-1:0]  spare;

        wire selected_ready = !selected_valid || !spare_valid;

        assign accept[o*PORTS +: PORTS] = grant & head_valid & {PORTS{selected_ready}};

        // Arbitration: the first request behind the last grant, or else the first of all.
        wire [PORTS-1:0] waiting = request & ~grant;
        wire [PORTS-1:0] waiting_behind = waiting & behind;
        wire [PORTS-1:0] first = waiting & -waiting;
        wire [PORTS-1:0] first_behind = waiting_behind & -waiting_behind;
        wire [PORTS-1:0] choice = waiting_behind != 0 ? first_behind : first;

        // Selection
        reg             last;
        reg [BEAT-1:0]  chosen;
        reg [PORTS-1:0] requested;

        always @* begin : select
            integer k;
            chosen = 0;
            last = 1'b0;
            for (k = 0; k < PORTS; k = k + 1) begin
                chosen = chosen | (head[k*ENTRY +: BEAT] & {BEAT{grant[k]}});
                last = last | (accept[o*PORTS + k] & head[k*ENTRY + BEAT - 1]);
                requested[k] = head_valid[k] & head[k*ENTRY + BEAT + o];
            end
        end

        always @(posedge clock) begin
            request <= requested & ~head_ready;

            if (grant == 0 || last)
                grant <= choice;
            // All inputs above the granted one.
            if (grant != 0)
                behind <= ~(grant | (grant - 1'b1));

            if (reset) begin
                request <= 0;
                grant <= 0;
                behind <= 0;
            end
        end

        always @(posedge clock) begin
            if (selected_ready) begin
                selected_valid <= (grant & head_valid) != 0;
                selected <= chosen;
            end

            if (m_axis_tready[o] || !valid) begin
                valid <= spare_valid || selected_valid;
                beat <= spare_valid ? spare : selected;
                spare_valid <= 1'b0;
            end else if (!spare_valid) begin
                spare_valid <= selected_valid;
                spare <= selected;
            end

            if (reset) begin
                selected_valid <= 1'b0;
                valid <= 1'b0;
                spare_valid <= 1'b0;
            end
        end

        assign m_axis_tvalid[o] = valid;
        assign {m_axis_tlast[o], m_axis_tkeep[o*KEEP +: KEEP], m_axis_tdata[o*WIDTH +: WIDTH]} = beat;
    end
endgenerate

endmodule

`default_nettype wire
