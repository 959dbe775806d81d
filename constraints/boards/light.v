// Module tailback_board_light.
// {{ origin }}
//
// Makes short events visible: the light is on for 2^{{ light_bits }} cycles after the last cycle with the event.

`default_nettype none

module tailback_board_light (
    input  wire clock,
    input  wire reset,

    input  wire event_seen,
    output wire light
);

    // Cycles that are left.
    reg [{{ light_bits - 1 }}:0] left;

    assign light = left != {{ light_bits }}'d0;

    always @(posedge clock) begin
        if (event_seen)
            left <= {{ '{' }}{{ light_bits }}{1'b1}};
        else if (light)
            left <= left - {{ light_bits }}'d1;
        if (reset)
            left <= {{ light_bits }}'d0;
    end

endmodule

`default_nettype wire
