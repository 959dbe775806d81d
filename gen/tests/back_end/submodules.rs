//! Hierarchies of modules.

use tailback_gen::verilog;
use tailback_hdl::prelude::*;

block! {
    /// Counts the events of one port.
    pub struct PortCounter(width: usize) as "port_counter" {
        /// High for one cycle per event.
        input happened;
        /// Number of events.
        output count[width];
        /// Number of events.
        reg events[width];
    }
}

impl Logic for PortCounter {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.next = self.events.val();
        if self.happened.val() {
            self.events.next = self.events.val() + 1;
        }
    }
}

block! {
    /// Counts the events of each port, and the cycles with an event on any port.
    pub struct Counters(ports: usize, width: usize) as "counters" {
        /// Number of ports.
        count ports = ports;
        /// Event of the port, one bit per port.
        input(ports) happened;
        /// Number of events of each port.
        output(ports) count[width];
        /// Number of cycles with an event on any port.
        output busy[width];
        /// Event counters of the ports.
        sub(ports) port_counter: PortCounter = PortCounter::new(width);
        /// High in a cycle with an event on any port.
        local any;
        /// Counter of the cycles with an event on any port.
        sub all: PortCounter = PortCounter::new(width);
    }
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        self.any.next = false;
        for port in 0..self.ports.val() {
            if self.happened[port].val() {
                self.any.next = true;
            }
        }
        for port in 0..self.ports.val() {
            self.port_counter[port].happened.next = self.happened[port].val();
            self.count[port].next = self.port_counter[port].count.val();
        }
        self.all.happened.next = self.any.val();
        self.busy.next = self.all.count.val();
    }
}

#[test]
fn equal_submodules_share_a_module_and_an_array_of_them_is_a_loop() {
    let design = verilog(&Counters::new(3, 8), "made by a test").unwrap();
    let names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["port_counter", "counters"]);
    insta::assert_snapshot!(design.modules[1].text);
}

#[test]
fn a_module_and_its_submodules_run_in_rust() {
    let mut counters = Counters::new(3, 8);
    clock(&mut counters, true);
    for events in [0b001u128, 0b101, 0b000, 0b100] {
        counters.happened.drive(tailback_hdl::Bits::new(3, events));
        settle(&mut counters).unwrap();
        clock(&mut counters, false);
    }
    settle(&mut counters).unwrap();
    assert_eq!(counters.count.read(), 0x02_00_02);
    assert_eq!(counters.busy.read(), 3);
}

block! {
    /// Two submodules of the same kind with different sizes.
    pub struct Mixed() as "mixed" {
        /// High for one cycle per event.
        input happened;
        /// Event count of few bits.
        output small_count[4];
        /// Event count of many bits.
        output large_count[8];
        /// Counter of few bits.
        sub few: PortCounter = PortCounter::new(4);
        /// Counter of many bits.
        sub many: PortCounter = PortCounter::new(8);
    }
}

impl Logic for Mixed {
    #[hdl_gen]
    fn update(&mut self) {
        self.few.happened.next = self.happened.val();
        self.many.happened.next = self.happened.val();
        self.small_count.next = self.few.count.val();
        self.large_count.next = self.many.count.val();
    }
}

#[test]
fn submodules_of_different_sizes_are_different_modules() {
    let design = verilog(&Mixed::new(), "made by a test").unwrap();
    let names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["port_counter", "port_counter_2", "mixed"]);
    assert!(design.modules[2].text.contains("port_counter_2 many ("));
}

block! {
    /// A module with a port name that begins with a keyword of the macro.
    pub struct Follower() as "follower" {
        /// Operand.
        input next_word[8];
        /// Copy of the operand.
        output next_word_again[8];
    }
}

impl Logic for Follower {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_word_again.next = self.next_word.val();
    }
}

block! {
    /// Connects a follower.
    pub struct Followed() as "followed" {
        /// Operand.
        input word[8];
        /// Copy of the operand.
        output again[8];
        /// Follower under test.
        sub follower: Follower = Follower::new();
    }
}

impl Logic for Followed {
    #[hdl_gen]
    fn update(&mut self) {
        self.follower.next_word.next = self.word.val();
        self.again.next = self.follower.next_word_again.val();
    }
}

#[test]
fn a_port_of_a_submodule_may_have_a_name_that_begins_with_next() {
    let design = verilog(&Followed::new(), "made by a test").unwrap();
    let text = &design.modules.last().unwrap().text;
    assert!(text.contains(".next_word_again(again)"), "{text}");
}

block! {
    /// Counts events without an output for the count.
    pub struct Secretive() as "secretive" {
        /// High for one cycle per event.
        input happened;
        /// Copy of the input.
        output again;
        /// Event counter.
        sub counter: PortCounter = PortCounter::new(4);
    }
}

impl Logic for Secretive {
    #[hdl_gen]
    fn update(&mut self) {
        self.counter.happened.next = self.happened.val();
        self.again.next = self.happened.val();
    }
}

#[test]
fn what_a_submodule_offers_in_vain_is_called_unused() {
    let design = verilog(&Secretive::new(), "made by a test").unwrap();
    let text = &design.modules.last().unwrap().text;
    assert!(text.contains(".count(unused_counter_count)"), "{text}");
}
