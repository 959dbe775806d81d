// Random packets through axis_switch: each arrives once, whole, and in order of its input and output.

`default_nettype none

module testbench;

parameter PORTS = 8;
parameter DEST_BITS = 3;
// Small, so that the FIFOs fill up.
parameter FIFO_BYTES = 256;
// Packets of each input.
parameter PACKETS = 300;
// Probability in percent that an input offers a beat, and that an output accepts one.
parameter OFFER = 80;
parameter ACCEPT = 60;

localparam WIDTH = 64;
localparam KEEP = WIDTH / 8;
// Cycles after which packets are lost.
localparam LIMIT = 400 * PACKETS;

reg clock = 0;
reg reset = 1;
reg  [PORTS-1:0]           s_axis_tvalid = 0;
wire [PORTS-1:0]           s_axis_tready;
reg  [PORTS*WIDTH-1:0]     s_axis_tdata = 0;
reg  [PORTS*KEEP-1:0]      s_axis_tkeep = 0;
reg  [PORTS-1:0]           s_axis_tlast = 0;
reg  [PORTS*DEST_BITS-1:0] s_axis_tdest = 0;
wire [PORTS-1:0]           m_axis_tvalid;
reg  [PORTS-1:0]           m_axis_tready = 0;
wire [PORTS*WIDTH-1:0]     m_axis_tdata;
wire [PORTS*KEEP-1:0]      m_axis_tkeep;
wire [PORTS-1:0]           m_axis_tlast;

axis_switch #(
    .PORTS(PORTS), .WIDTH(WIDTH), .DEST_BITS(DEST_BITS), .FIFO_BYTES(FIFO_BYTES)
) dut (
    .clock(clock), .reset(reset),
    .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .s_axis_tdata(s_axis_tdata),
    .s_axis_tkeep(s_axis_tkeep), .s_axis_tlast(s_axis_tlast), .s_axis_tdest(s_axis_tdest),
    .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
    .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast)
);

// Sender of each input: packets sent, and number, length, destination and beat of the current one.
integer sent [0:PORTS-1];
integer beats [0:PORTS-1];
integer dest [0:PORTS-1];
integer at [0:PORTS-1];
// Packets sent and received of each input (row) and output (column).
integer sent_to [0:PORTS*PORTS-1];
integer received [0:PORTS*PORTS-1];
// Receiver of each output: the current packet's input, and the next beat; 0 between packets.
integer source [0:PORTS-1];
integer next [0:PORTS-1];
// Cycles in which an input was held up.
integer held_up = 0;
integer seed = 1;
integer cycle, i, o, pair, done;
reg [PORTS-1:0]       was_blocked;
reg [PORTS*WIDTH-1:0] was_data;
reg [WIDTH-1:0]       data;
reg [15:0]            length;

// tkeep of the last beat of a packet.
function [KEEP-1:0] last_keep(input integer number);
    last_keep = {KEEP{1'b1}} >> (number % KEEP);
endfunction

task fail(input [8*40-1:0] what);
    begin
        $display("FAILED: %0s, output %0d, cycle %0d", what, o, cycle);
        $finish;
    end
endtask

// Begins the next packet of input i. A destination that does not exist is one, too.
task draw;
    begin
        beats[i] = 1 + $unsigned($random(seed)) % ($unsigned($random(seed)) % 20 + 1);
        dest[i] = $unsigned($random(seed)) % (1 << DEST_BITS);
        at[i] = 0;
    end
endtask

// Offers the current beat of input i.
task offer;
    begin
        data[63:56] = i;
        data[55:48] = dest[i];
        data[47:32] = dest[i] < PORTS ? sent_to[i*PORTS + dest[i]] : 0;
        data[31:16] = at[i];
        data[15:0] = beats[i];
        s_axis_tvalid[i] = 1;
        s_axis_tdata[i*WIDTH +: WIDTH] = data;
        s_axis_tlast[i] = at[i] == beats[i] - 1;
        s_axis_tkeep[i*KEEP +: KEEP] = s_axis_tlast[i] ? last_keep(data[47:32]) : {KEEP{1'b1}};
        // Only the first beat's tdest counts.
        s_axis_tdest[i*DEST_BITS +: DEST_BITS] = at[i] == 0 ? dest[i] : $random(seed);
    end
endtask

// Checks the beat that output o transmits.
task check;
    begin
        data = m_axis_tdata[o*WIDTH +: WIDTH];
        length = data[15:0];
        if (^{data, m_axis_tlast[o]} === 1'bx) fail("unknown beat");
        if (data[55:48] != o) fail("another output's packet");
        if (next[o] != 0 && data[63:56] != source[o]) fail("packets are mixed");
        source[o] = data[63:56];
        pair = source[o]*PORTS + o;
        if (data[47:32] != received[pair]) fail("packet out of order");
        if (data[31:16] != next[o]) fail("beat out of order");
        if (m_axis_tlast[o] != (next[o] == length - 1)) fail("wrong tlast");
        if (m_axis_tkeep[o*KEEP +: KEEP]
                != (m_axis_tlast[o] ? last_keep(received[pair]) : {KEEP{1'b1}})) fail("wrong tkeep");
        next[o] = next[o] + 1;
        if (m_axis_tlast[o]) begin
            next[o] = 0;
            received[pair] = received[pair] + 1;
        end
    end
endtask

initial begin
    for (i = 0; i < PORTS; i = i + 1) begin
        sent[i] = 0;
        draw;
        next[i] = 0;
        source[i] = 0;
        for (o = 0; o < PORTS; o = o + 1) begin
            sent_to[i*PORTS + o] = 0;
            received[i*PORTS + o] = 0;
        end
    end
    repeat (4) begin
        #1 clock = 1;
        #1 clock = 0;
    end
    reset = 0;
    was_blocked = 0;
    done = 0;
    for (cycle = 0; cycle < LIMIT && !done; cycle = cycle + 1) begin
        for (i = 0; i < PORTS; i = i + 1)
            // An offered beat remains until it is accepted.
            if (!s_axis_tvalid[i] && sent[i] < PACKETS
                    && $unsigned($random(seed)) % 100 < OFFER)
                offer;
        for (o = 0; o < PORTS; o = o + 1)
            m_axis_tready[o] = $unsigned($random(seed)) % 100 < ACCEPT;
        #1;
        for (o = 0; o < PORTS; o = o + 1) begin
            if (was_blocked[o] && !(m_axis_tvalid[o]
                    && m_axis_tdata[o*WIDTH +: WIDTH] == was_data[o*WIDTH +: WIDTH]))
                fail("offered beat changes");
            if (m_axis_tvalid[o] && m_axis_tready[o]) check;
        end
        was_blocked = m_axis_tvalid & ~m_axis_tready;
        was_data = m_axis_tdata;
        for (i = 0; i < PORTS; i = i + 1) begin
            if (s_axis_tvalid[i] && !s_axis_tready[i]) held_up = held_up + 1;
            if (s_axis_tvalid[i] && s_axis_tready[i]) begin
                at[i] = at[i] + 1;
                if (s_axis_tlast[i]) begin
                    sent[i] = sent[i] + 1;
                    if (dest[i] < PORTS)
                        sent_to[i*PORTS + dest[i]] = sent_to[i*PORTS + dest[i]] + 1;
                    draw;
                end
            end
        end
        // After the edge, an accepted beat is no longer offered.
        begin : step
            reg [PORTS-1:0] accepted;
            accepted = s_axis_tvalid & s_axis_tready;
            clock = 1;
            #1;
            s_axis_tvalid = s_axis_tvalid & ~accepted;
            clock = 0;
        end
        done = 1;
        for (i = 0; i < PORTS; i = i + 1) begin
            if (sent[i] < PACKETS) done = 0;
            for (o = 0; o < PORTS; o = o + 1)
                if (received[i*PORTS + o] != sent_to[i*PORTS + o]) done = 0;
        end
    end
    if (!done) $display("FAILED: packets are lost");
    // More cycles, in which nothing may arrive.
    m_axis_tready = {PORTS{1'b1}};
    repeat (100) begin
        #1;
        if (m_axis_tvalid != 0) $display("FAILED: more packets arrive than were sent");
        clock = 1;
        #1 clock = 0;
    end
    if (held_up == 0) $display("FAILED: no FIFO was full");
    $display("%0d cycles", cycle);
    $finish;
end

endmodule
