// Golden models of Tailback for benches in SystemVerilog. Link the bench to the library of the
// crate `c`, and compile it with this file.

`ifndef TAILBACK_MAX_BITS
`define TAILBACK_MAX_BITS 1024
`endif

package tailback_pkg;

    // Bits of the vectors that the functions take; at least those of the widest port.
    parameter int MAX_BITS = `TAILBACK_MAX_BITS;
    typedef logic [MAX_BITS-1:0] vector_t;

    // Codes that the functions return.
    parameter int OK = 0;
    parameter int DIFFERS = 1;

    // Opens the golden model of a module: `block` as on the command line of Tailback, `file` the
    // path of a configuration, `overrides` lines such as "marking.policy=naive". Returns a handle
    // above 0, or a negative code.
    import "DPI-C" function int tailback_open(
        input string block, input string file, input string overrides);

    // Closes a model.
    import "DPI-C" function int tailback_close(input int model);

    // The reason of the last failure or difference, in words.
    import "DPI-C" function string tailback_message();

    // Sets an input of the cycles from now on.
    import "DPI-C" function int tailback_dpi_set(
        input int model, input string port, input int bits, input vector_t value);

    // Computes the outputs that belong to the inputs, and then applies the clock edge.
    import "DPI-C" function int tailback_cycle(input int model);

    // Applies a clock edge with `reset`, in place of the edge of the cycle before.
    import "DPI-C" function int tailback_reset(input int model);

    // Compares an output with that of the last cycle: OK, DIFFERS, or a negative code.
    import "DPI-C" function int tailback_dpi_check(
        input int model, input string port, input int bits, input vector_t value);

    // Reads an output of the last cycle.
    import "DPI-C" function int tailback_dpi_get(
        input int model, input string port, input int bits, output vector_t value);

endpackage
