//! Nested loops stay loops in the Verilog.

use tailback_harness::small::exact;
use tailback_hdl::comment;
use tailback_hdl::prelude::*;

block! {
    /// Transposes requests by input to requests by output.
    pub struct Transpose(inputs: usize, outputs: usize) as "transpose" {
        /// Number of inputs.
        count inputs = inputs;
        /// Number of outputs.
        count outputs = outputs;
        /// Requests of each input, one bit per output.
        input(inputs) wanted[outputs];
        /// Requests for each output, one bit per input.
        output(outputs) wanting[inputs];
    }
}

impl Logic for Transpose {
    #[hdl_gen]
    fn update(&mut self) {
        for to in 0..self.outputs.val() {
            for from in 0..self.inputs.val() {
                self.wanting[to].next =
                    self.wanting[to].val().replace_bit(from, self.wanted[from].val().get_bit(to));
            }
        }
    }
}

#[test]
fn a_transposition_is_a_loop_in_a_loop() {
    for (inputs, outputs) in [(1, 1), (1, 4), (4, 1)] {
        exact(Transpose::new(inputs, outputs));
    }
    insta::assert_snapshot!(exact(Transpose::new(3, 4)));
}

block! {
    /// Offers each output to its first requesting input, and counts the requests.
    pub struct Offers(ports: usize) as "offers" {
        /// Number of ports.
        count ports = ports;
        /// Requests of each input, one bit per output.
        input(ports) wanted[ports];
        /// Outputs offered to each input, one bit per output.
        output(ports) offered[ports];
        /// Outputs offered to each input in the previous cycle, one bit per output.
        output(ports) previous[ports];
        /// Number of inputs that request each output.
        output(ports) wishes[8];
        /// Requests for each output, one bit per input.
        local(ports) wanting[ports];
        /// High if the output is offered.
        local(ports) found;
        /// One-hot input to which the output is offered.
        local(ports) first[ports];
        /// Outputs offered to each input in the previous cycle, one bit per output.
        reg(ports) previous_reg[ports];
    }
}

impl Logic for Offers {
    #[hdl_gen]
    fn update(&mut self) {
        for to in 0..self.ports.val() {
            for from in 0..self.ports.val() {
                self.wanting[to].next =
                    self.wanting[to].val().replace_bit(from, self.wanted[from].val().get_bit(to));
            }
        }
        for to in 0..self.ports.val() {
            self.found[to].next = false;
            self.first[to].next = 0.into();
            self.wishes[to].next = 0.into();
            for from in 0..self.ports.val() {
                if self.wanting[to].val().get_bit(from) {
                    self.wishes[to].next = self.wishes[to].val() + 1;
                    if !self.found[to].val() {
                        self.first[to].next = self.first[to].val().replace_bit(from, true);
                    }
                    self.found[to].next = true;
                }
            }
        }
        for from in 0..self.ports.val() {
            for to in 0..self.ports.val() {
                self.offered[from].next =
                    self.offered[from].val().replace_bit(to, self.first[to].val().get_bit(from));
            }
            self.previous[from].next = self.previous_reg[from].val();
            self.previous_reg[from].next = self.offered[from].val();
        }
    }
}

#[test]
fn an_allocator_is_a_loop_over_outputs_with_a_loop_over_inputs() {
    exact(Offers::new(1));
    insta::assert_snapshot!(exact(Offers::new(4)));
}

block! {
    /// Grants the first request after a pointer that follows the accepted grants.
    pub struct Rotation(requests: usize) as "rotation" {
        /// Requests.
        input request[requests];
        /// High if the grant is accepted.
        input taken;
        /// One-hot grant.
        output grant[requests];
        /// Requests after the last accepted grant.
        local behind[requests];
        /// One-hot grant among the requests after the pointer.
        local first[requests];
        /// Mask of the requests after the last accepted grant.
        reg mask[requests];
    }
}

impl Logic for Rotation {
    #[hdl_gen]
    fn update(&mut self) {
        self.behind.next = self.request.val() & self.mask.val();
        self.first.next = self.behind.val();
        if !self.behind.val().any() {
            self.first.next = self.request.val();
        }
        self.grant.next = self.first.val() & -self.first.val();
        if self.taken.val() {
            self.mask.next = !(self.grant.val() | (self.grant.val() - 1));
        }
    }
}

block! {
    /// Two-stage allocation: outputs choose among inputs, and inputs among outputs.
    pub struct TwoStages(ports: usize) as "two_stages" {
        /// Number of ports.
        count ports = ports;
        /// Requests of each input, one bit per output.
        input(ports) request[ports];
        /// One-hot output granted to each input.
        output(ports) grant[ports];
        /// Requests for each output, one bit per input.
        local(ports) wanting[ports];
        /// Outputs offered to each input, one bit per output.
        local(ports) offers[ports];
        /// Inputs that accept each output, one bit per input.
        local(ports) taking[ports];
        /// Arbiters of the outputs.
        sub(ports) offer: Rotation = Rotation::new(ports);
        /// Arbiters of the inputs.
        sub(ports) accept: Rotation = Rotation::new(ports);
    }
}

impl Logic for TwoStages {
    #[hdl_gen]
    fn update(&mut self) {
        for to in 0..self.ports.val() {
            for from in 0..self.ports.val() {
                self.wanting[to].next =
                    self.wanting[to].val().replace_bit(from, self.request[from].val().get_bit(to));
            }
            self.offer[to].request.next = self.wanting[to].val();
        }
        for from in 0..self.ports.val() {
            for to in 0..self.ports.val() {
                self.offers[from].next = self.offers[from]
                    .val()
                    .replace_bit(to, self.offer[to].grant.val().get_bit(from));
            }
            self.accept[from].request.next = self.offers[from].val();
            self.accept[from].taken.next = self.accept[from].grant.val().any();
            self.grant[from].next = self.accept[from].grant.val();
        }
        for to in 0..self.ports.val() {
            for from in 0..self.ports.val() {
                self.taking[to].next = self.taking[to]
                    .val()
                    .replace_bit(from, self.accept[from].grant.val().get_bit(to));
            }
            self.offer[to].taken.next = self.taking[to].val().any();
        }
    }
}

#[test]
fn two_stages_of_submodules_are_wired_by_loops() {
    let design = tailback_gen::verilog(&TwoStages::new(4), "test").unwrap();
    let place = tempfile::tempdir().unwrap();
    assert_eq!(
        tailback_harness::lint::complaints(place.path(), &[&design], false),
        Vec::<String>::new()
    );
    insta::assert_snapshot!(exact(TwoStages::new(4)));
}

block! {
    /// Nested loops between two choices that belong together.
    pub struct Between(ports: usize) as "between" {
        /// Number of ports.
        count ports = ports;
        /// Operands.
        input(ports) a[ports];
        /// Choice for each operand.
        input(ports) chosen;
        /// Results.
        output(ports) y[ports];
        /// Choice, inverted if the operand is not zero.
        local(ports) reversed;
        /// Operands, transposed and masked.
        local(ports) mixed[ports];
    }
}

impl Logic for Between {
    #[hdl_gen]
    fn update(&mut self) {
        for to in 0..self.ports.val() {
            self.reversed[to].next = self.chosen[to].val();
            if self.a[to].val().any() {
                self.reversed[to].next = !self.chosen[to].val();
            }
            for from in 0..self.ports.val() {
                self.mixed[to].next = self.mixed[to]
                    .val()
                    .replace_bit(from, self.a[from].val().get_bit(to) && self.reversed[to].val());
            }
            self.y[to].next = self.mixed[to].val();
            if self.chosen[to].val() {
                self.y[to].next = !self.mixed[to].val();
            }
        }
    }
}

#[test]
fn a_loop_that_logic_before_and_after_it_needs_stays_with_them() {
    for ports in [1, 2, 5] {
        let text = exact(Between::new(ports));
        assert_eq!(text.matches("always").count(), 1, "{text}");
    }
}

block! {
    /// Nested loops between two sums.
    pub struct Sums(ports: usize) as "sums" {
        /// Number of ports.
        count ports = ports;
        /// Operands.
        input(ports) a[ports];
        /// Sum.
        output total[8];
        /// Number of odd operands.
        local odd[8];
        /// Operands, transposed and masked.
        local(ports) mixed[ports];
        /// Operands, transposed and inverted; the second sum does not read them.
        output(ports) free[ports];
    }
}

impl Logic for Sums {
    #[hdl_gen]
    fn update(&mut self) {
        self.odd.next = 0.into();
        for from in 0..self.ports.val() {
            if self.a[from].val().get_bit(0) {
                self.odd.next = self.odd.val() + 1;
            }
        }
        comment!("By bit.");
        for to in 0..self.ports.val() {
            comment!("Within.");
            for from in 0..self.ports.val() {
                self.mixed[to].next = self.mixed[to]
                    .val()
                    .replace_bit(from, self.a[from].val().get_bit(to) && self.odd.val().get_bit(0));
                self.free[to].next =
                    self.free[to].val().replace_bit(from, !self.a[from].val().get_bit(to));
            }
        }
        self.total.next = self.odd.val();
        for to in 0..self.ports.val() {
            self.total.next = self.total.val() + self.mixed[to].val();
        }
    }
}

#[test]
fn a_loop_between_two_sums_stays_with_them() {
    for ports in [1, 2, 5] {
        exact(Sums::new(ports));
    }
}
