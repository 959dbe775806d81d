//! Loops within loops stay loops.

mod support;

use support::small::exact;
use tailback_hdl::comment;
use tailback_hdl::prelude::*;

block! {
    /// Requests by input as requests by output.
    pub struct Transpose(inputs: usize, outputs: usize) as "transpose" {
        /// Inputs.
        count inputs = inputs;
        /// Outputs.
        count outputs = outputs;
        /// The outputs that an input wants.
        input(inputs) wanted[outputs];
        /// The inputs that want an output.
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
    /// Offers each output to the first input that wants it, and counts the wishes.
    pub struct Offers(ports: usize) as "offers" {
        /// Ports.
        count ports = ports;
        /// The outputs that an input wants.
        input(ports) wanted[ports];
        /// The outputs that are offered to an input.
        output(ports) offered[ports];
        /// The offers to an input in the cycle before.
        output(ports) previous[ports];
        /// How many inputs want an output.
        output(ports) wishes[8];
        /// The inputs that want an output.
        local(ports) wanting[ports];
        /// The output is offered.
        local(ports) found;
        /// The input that gets it.
        local(ports) first[ports];
        /// The offers to an input in the cycle before.
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
    /// Grants the first request after a pointer that follows the grants that are taken.
    pub struct Rotation(requests: usize) as "rotation" {
        /// Who wants.
        input request[requests];
        /// Whether the grant is taken.
        input taken;
        /// Who gets.
        output grant[requests];
        /// The requests after the last grant that was taken.
        local behind[requests];
        /// A grant among them.
        local first[requests];
        /// All after the last grant that was taken.
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
    /// Outputs choose among inputs, and then inputs among outputs.
    pub struct TwoStages(ports: usize) as "two_stages" {
        /// Ports.
        count ports = ports;
        /// The outputs that an input wants.
        input(ports) request[ports];
        /// The output that an input gets.
        output(ports) grant[ports];
        /// The inputs that want an output.
        local(ports) wanting[ports];
        /// The outputs that offer themselves to an input.
        local(ports) offers[ports];
        /// The inputs that take an output.
        local(ports) taking[ports];
        /// One for each output.
        sub(ports) offer: Rotation = Rotation::new(ports);
        /// One for each input.
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
fn two_stages_of_sub_blocks_are_wired_by_loops() {
    let design = tailback_gen::verilog(&TwoStages::new(4), "test").unwrap();
    let place = tempfile::tempdir().unwrap();
    assert_eq!(support::lint::complaints(place.path(), &[&design], false), Vec::<String>::new());
    insta::assert_snapshot!(exact(TwoStages::new(4)));
}

block! {
    /// A loop in a loop between two choices that belong together.
    pub struct Between(ports: usize) as "between" {
        /// Ports.
        count ports = ports;
        /// Numbers.
        input(ports) a[ports];
        /// A choice for each of them.
        input(ports) chosen;
        /// What is left of them.
        output(ports) y[ports];
        /// Whether it is the other way round.
        local(ports) reversed;
        /// The numbers, by bit.
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
    /// A loop in a loop between two sums.
    pub struct Sums(ports: usize) as "sums" {
        /// Ports.
        count ports = ports;
        /// Numbers.
        input(ports) a[ports];
        /// A number.
        output total[8];
        /// Odd numbers.
        local odd[8];
        /// The numbers, by bit.
        local(ports) mixed[ports];
        /// The same, for one that nobody waits for.
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
