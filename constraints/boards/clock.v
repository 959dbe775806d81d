// Module tailback_board_clock.
// {{ origin }}
//
{% if pll %}
// Clock of {{ clock_mhz }} MHz, from the oscillator of {{ oscillator_mhz }} MHz by a PLL of the ECP5.
//
//     oscillator / {{ pll.input_divider }} = {{ pll.detector_mhz }} MHz at the phase detector
//     oscillator / {{ pll.input_divider }} * {{ pll.feedback_divider }} * {{ pll.loop_divider }} = {{ pll.vco_mhz }} MHz of the VCO
//     VCO / {{ pll.output_divider }} = {{ clock_mhz }} MHz
{% else %}
// Clock of {{ clock_mhz }} MHz: that of the oscillator.
{% endif %}

`default_nettype none

module tailback_board_clock (
    // Oscillator
    input  wire oscillator,

    // Clock, and whether it is stable
    output wire clock,
    output wire locked
);

{% if pll %}
    // Output that is fed back to the phase detector.
    wire feedback;

    // Attributes: filter of the control loop.
    (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
    EHXPLLL #(
        .CLKI_DIV({{ pll.input_divider }}),
        .CLKFB_DIV({{ pll.feedback_divider }}),
        .FEEDBK_PATH("CLKOP"),
        .CLKOP_ENABLE("ENABLED"),
        .CLKOP_DIV({{ pll.loop_divider }}),
        .CLKOP_CPHASE({{ pll.loop_divider - 1 }}),
        .CLKOP_FPHASE(0),
{% if pll.has_second_output %}
        .CLKOS_ENABLE("ENABLED"),
        .CLKOS_DIV({{ pll.output_divider }}),
        .CLKOS_CPHASE({{ pll.output_divider - 1 }}),
        .CLKOS_FPHASE(0),
{% endif %}
        .OUTDIVIDER_MUXA("DIVA"),
        .OUTDIVIDER_MUXB("DIVB"),
        .OUTDIVIDER_MUXC("DIVC"),
        .OUTDIVIDER_MUXD("DIVD"),
        .PLLRST_ENA("DISABLED"),
        .STDBY_ENABLE("DISABLED"),
        .DPHASE_SOURCE("DISABLED"),
        .INTFB_WAKE("DISABLED")
    ) u_pll (
        .CLKI(oscillator),
        .CLKFB(feedback),
        .CLKOP(feedback),
{% if pll.has_second_output %}
        .CLKOS(clock),
{% endif %}
        .LOCK(locked),
        .RST(1'b0),
        .STDBY(1'b0),
        .PHASESEL0(1'b0),
        .PHASESEL1(1'b0),
        .PHASEDIR(1'b1),
        .PHASESTEP(1'b1),
        .PHASELOADREG(1'b1),
        .PLLWAKESYNC(1'b0),
        .ENCLKOP(1'b0),
        .ENCLKOS(1'b0),
        .ENCLKOS2(1'b0),
        .ENCLKOS3(1'b0)
    );
{% if not pll.has_second_output %}

    assign clock = feedback;
{% endif %}
{% else %}
    assign clock = oscillator;
    assign locked = 1'b1;
{% endif %}

endmodule

`default_nettype wire
