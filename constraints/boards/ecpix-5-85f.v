// Module {{ top }}.
// {{ origin }}
//
// Top level for the board ECPIX-5 with an LFE5UM5G-85F.

`default_nettype none

module {{ top }} (
    // Oscillator of {{ oscillator_mhz }} MHz
    input  wire clk100,

    // Reset button: 0 while pressed
    input  wire rst_n,

    // Serial line to the FT2232H
    input  wire uart_rxd,
    output wire uart_txd,

    // Lights, on while 0: red, green and blue of LD5 and of LD6
    output wire ld5_r_n,
    output wire ld5_g_n,
    output wire ld5_b_n,
    output wire ld6_r_n,
    output wire ld6_g_n,
    output wire ld6_b_n
);

    (* keep *) wire clock;
    wire locked;
    wire reset;
    wire heartbeat;
    wire busy;
    wire marked;
    wire busy_light;
    wire marked_light;
    wire received_light;
    wire transmitted_light;

    tailback_board_clock u_clock (
        .oscillator(clk100),
        .clock(clock),
        .locked(locked)
    );

    tailback_board_reset u_reset (
        .clock(clock),
        .locked(locked),
        .pressed(!rst_n),
        .reset(reset)
    );

    tailback_board u_board (
        .clock(clock),
        .reset(reset),
        .uart_rxd(uart_rxd),
        .uart_txd(uart_txd),
        .heartbeat(heartbeat),
        .busy(busy),
        .marked(marked)
    );

    tailback_board_light u_busy (
        .clock(clock),
        .reset(reset),
        .event_seen(busy),
        .light(busy_light)
    );

    tailback_board_light u_marked (
        .clock(clock),
        .reset(reset),
        .event_seen(marked),
        .light(marked_light)
    );

    tailback_board_light u_received (
        .clock(clock),
        .reset(reset),
        .event_seen(!uart_rxd),
        .light(received_light)
    );

    tailback_board_light u_transmitted (
        .clock(clock),
        .reset(reset),
        .event_seen(!uart_txd),
        .light(transmitted_light)
    );

    // LD5: congestion, a sign of life, hosts that send. LD6: the serial line.
    assign ld5_r_n = !marked_light;
    assign ld5_g_n = !heartbeat;
    assign ld5_b_n = !busy_light;
    assign ld6_r_n = locked;
    assign ld6_g_n = !transmitted_light;
    assign ld6_b_n = !received_light;

endmodule

`default_nettype wire
