// Module {{ top }}.
// {{ origin }}
//
// Top level for the board ULX3S with an LFE5U-85F.

`default_nettype none

module {{ top }} (
    // Oscillator of {{ oscillator_mhz }} MHz
    input  wire       clk_25mhz,

    // Buttons: power (0 while pressed) and fire 1
    input  wire       btn_pwr_n,
    input  wire       btn_fire1,

    // Serial line to the FT231X: named from its side
    input  wire       ftdi_txd,
    output wire       ftdi_rxd,

    // Lights
    output wire [7:0] led,

    // The ESP32 module restarts the board if this is 0
    output wire       wifi_gpio0
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
        .oscillator(clk_25mhz),
        .clock(clock),
        .locked(locked)
    );

    tailback_board_reset u_reset (
        .clock(clock),
        .locked(locked),
        .pressed(btn_fire1 || !btn_pwr_n),
        .reset(reset)
    );

    tailback_board u_board (
        .clock(clock),
        .reset(reset),
        .uart_rxd(ftdi_txd),
        .uart_txd(ftdi_rxd),
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
        .event_seen(!ftdi_txd),
        .light(received_light)
    );

    tailback_board_light u_transmitted (
        .clock(clock),
        .reset(reset),
        .event_seen(!ftdi_rxd),
        .light(transmitted_light)
    );

    // From the left: clock stable, serial line, congestion, hosts that send, and a sign of life.
    assign led = {locked, transmitted_light, received_light, 2'b00, marked_light, busy_light, heartbeat};
    assign wifi_gpio0 = 1'b1;

endmodule

`default_nettype wire
