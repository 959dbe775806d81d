// Module tailback_board_reset.
// {{ origin }}
//
// Synchronous reset: while the clock is not stable or a button is pressed, and for some cycles after.

`default_nettype none

module tailback_board_reset (
    input  wire clock,

    // Causes, not synchronous to the clock
    input  wire locked,
    input  wire pressed,

    output reg  reset
);

    // Cycles of the reset after its cause has ended.
    localparam [3:0] CYCLES = 4'd15;

    // Synchronisation of the cause.
    reg [1:0] cause;
    // Cycles of the reset that are left.
    reg [3:0] left;

    initial begin
        cause = 2'b11;
        left = CYCLES;
        reset = 1'b1;
    end

    always @(posedge clock) begin
        cause <= {cause[0], !locked || pressed};
        if (cause[1])
            left <= CYCLES;
        else if (left != 4'd0)
            left <= left - 4'd1;
        reset <= left != 4'd0;
    end

endmodule

`default_nettype wire
