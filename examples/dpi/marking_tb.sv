// Drives random events into the marking module of ../cocotb, and compares it with the golden model.
//
// All values are read at the rising edge of the clock, where they are those from before the edge.

module marking_tb;

    import tailback_pkg::*;

    localparam int PORTS = 8;
    localparam int COUNTER_BITS = 8;
    localparam int RESET_CYCLES = 2;
    localparam int CYCLES = 5000;
    // Packets that the switch holds for one output.
    localparam int MOST_WAITING = 32;

    logic clock = 1'b0;
    logic reset = 1'b1;
    logic [PORTS-1:0] enqueue = '0, dequeue = '0, transmit = '0, trigger = '0;
    logic [PORTS-1:0] mark;
    logic [PORTS*COUNTER_BITS-1:0] waiting, to_mark;

    my_marking #(.PORTS(PORTS), .COUNTER_BITS(COUNTER_BITS)) dut (.*);

    always #1 clock = ~clock;

    int model;
    int cycle = 0;
    int differences = 0;
    // Packets that wait for each output after the next edge.
    int expected_waiting [PORTS];

    // Ends the simulation if a function of the library fails.
    function automatic void must(input int code);
        if (code < 0) $fatal(1, "%s", tailback_message());
    endfunction

    // Counts a difference from the golden model.
    function automatic void check(input string name, input int bits, input vector_t value);
        automatic int code = tailback_dpi_check(model, name, bits, value);
        must(code);
        if (code == DIFFERS) begin
            $display("cycle %0d: %s", cycle, tailback_message());
            differences++;
        end
    endfunction

    // Runs the golden model with the inputs of this cycle, and compares the outputs.
    function automatic void compare();
        must(tailback_dpi_set(model, "enqueue", PORTS, vector_t'(enqueue)));
        must(tailback_dpi_set(model, "dequeue", PORTS, vector_t'(dequeue)));
        must(tailback_dpi_set(model, "transmit", PORTS, vector_t'(transmit)));
        must(tailback_dpi_set(model, "trigger", PORTS, vector_t'(trigger)));
        must(tailback_cycle(model));
        check("mark", PORTS, vector_t'(mark));
        check("waiting", PORTS * COUNTER_BITS, vector_t'(waiting));
        check("to_mark", PORTS * COUNTER_BITS, vector_t'(to_mark));
    endfunction

    initial begin
        automatic string config_file;
        if ($value$plusargs("config=%s", config_file) == 0) $fatal(1, "+config=FILE is missing");
        model = tailback_open("marking", config_file, "");
        must(model);
    end

    always @(posedge clock) begin
        cycle <= cycle + 1;
        reset <= cycle < RESET_CYCLES;
        if (!reset) begin
            compare();
            for (int port = 0; port < PORTS; port++) begin
                automatic bit leaves = expected_waiting[port] > 0 && $urandom_range(99) < 35;
                automatic bit arrives
                    = expected_waiting[port] < MOST_WAITING && $urandom_range(99) < 40;
                enqueue[port] <= arrives;
                dequeue[port] <= leaves;
                transmit[port] <= $urandom_range(99) < (leaves ? 90 : 10);
                trigger[port] <= $urandom_range(99) < 5;
                expected_waiting[port] = expected_waiting[port] + int'(arrives) - int'(leaves);
            end
        end
        if (differences != 0) $fatal(1, "the module differs from the golden model");
        if (cycle == CYCLES) begin
            must(tailback_close(model));
            $display("%0d cycles equal the golden model", cycle - RESET_CYCLES);
            $finish;
        end
    end

endmodule
