//! Modules with several clocks.

use tailback_gen::verilog;
use tailback_harness::small::refused;
use tailback_hdl::prelude::*;

block! {
    /// Counts edges.
    pub struct Counter() as "counter" {
        /// Number of edges, modulo 16.
        output_reg count[4];
    }
}

impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.next = self.count.val() + 1;
    }
}

block! {
    /// Copies a value.
    pub struct Copy() as "copy" {
        /// Value.
        input from;
        /// Value of `from`.
        output to;
    }
}

impl Logic for Copy {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.next = self.from.val();
    }
}

block! {
    /// One clock for two counters, and one for each of two others.
    pub struct Counters() as "counters" {
        /// Clock of two counters.
        clock clock;
        /// Reset of two counters.
        input reset;
        /// Clocks of the others.
        clock(2) own_clock;
        /// Resets of the others.
        input(2) own_reset;
        /// Count of the first clock.
        output first[4];
        /// Count of the same clock.
        output again[4];
        /// Counts of the other clocks.
        output(2) others[4];
        /// Counter of the first clock.
        clocked one: Counter = Counter::new();
        /// Another counter of the same clock.
        clocked two: Counter = Counter::new();
        /// Counters of the other clocks.
        clocked(2) more: Counter = Counter::new();
    }
    connect {
        one: clock, reset, count = first;
        two: clock, reset, count = again;
        more: clock = own_clock, reset = own_reset, count = others;
    }
}

wired!(Counters);

#[test]
fn clocks_are_ports_and_each_other_port_belongs_to_one() {
    let design = verilog(&Counters::new(), "test").unwrap();
    insta::assert_snapshot!(design.modules[1].text);
    assert!(!design.top.clocked && design.top.is_sequential());
    let clocks = design.top.clocks.iter().map(|clock| format!("{}: {:?}", clock.name, clock.ports));
    assert_eq!(
        clocks.collect::<Vec<_>>(),
        [r#"clock: ["reset", "first", "again"]"#, r#"own_clock: ["own_reset", "others"]"#]
    );
    // All clocks, and all resets.
    assert_eq!(design.top.reset_image(), [1, 1, 3, 3]);
}

#[test]
fn only_clocks_that_rise_count_and_a_reset_takes_effect_with_its_clock() {
    let mut counters = Counters::new();
    clock(&mut counters, true);
    let mut step = |clocks: (bool, u128), resets: (bool, u128)| {
        let bits = |width, value| tailback_hdl::Bits::new(width, value);
        counters.clock.drive(clocks.0.into());
        counters.own_clock.drive(bits(2, clocks.1));
        counters.reset.drive(resets.0.into());
        counters.own_reset.drive(bits(2, resets.1));
        settle(&mut counters).unwrap();
        clock(&mut counters, false);
        settle(&mut counters).unwrap();
        let other = |index: usize| counters.others[index].read().index();
        (counters.first.read().index(), counters.again.read().index(), other(0), other(1))
    };
    assert_eq!(step((true, 0), (false, 0)), (1, 1, 0, 0));
    assert_eq!(step((false, 2), (false, 0)), (1, 1, 0, 1));
    assert_eq!(step((true, 3), (false, 0)), (2, 2, 1, 2));
    assert_eq!(step((false, 1), (true, 2)), (2, 2, 2, 2), "a reset without its clock");
    assert_eq!(step((true, 2), (true, 2)), (0, 0, 2, 0));
}

block! {
    /// A clock that does not say so.
    pub struct WrongName() as "wrong_name" {
        /// Clock.
        clock tick;
        /// Reset.
        input reset;
        /// Count.
        output count[4];
        /// Counter.
        clocked counter: Counter = Counter::new();
    }
    connect { counter: clock = tick, reset, count; }
}

wired!(WrongName);

block! {
    /// A clock whose reset has too few elements.
    pub struct OneReset() as "one_reset" {
        /// Clocks.
        clock(2) fast_clock;
        /// Reset.
        input fast_reset;
        /// Counts.
        output(2) count[4];
        /// Counters.
        clocked(2) counter: Counter = Counter::new();
    }
    connect { counter: clock = fast_clock, reset = fast_reset, count; }
}

wired!(OneReset);

block! {
    /// A clock from an ordinary input.
    pub struct NoClock() as "no_clock" {
        /// Clock.
        input fast_clock;
        /// Reset.
        input fast_reset;
        /// Count.
        output count[4];
        /// Counter.
        clocked counter: Counter = Counter::new();
    }
    connect { counter: clock = fast_clock, reset = fast_reset, count; }
}

wired!(NoClock);

block! {
    /// A clock for a module that has no use for it.
    pub struct NothingClocked() as "nothing_clocked" {
        /// Clock.
        clock clock;
        /// Reset.
        input reset;
        /// Value.
        input from;
        /// Value of `from`.
        output to;
        /// Copies the value.
        clocked copy: Copy = Copy::new();
    }
    connect { copy: clock, reset, from, to; }
}

wired!(NothingClocked);

block! {
    /// A clock beside a register of the module.
    pub struct Mixed() as "mixed" {
        /// Clock.
        clock fast_clock;
        /// Reset.
        input fast_reset;
        /// Count of the clock.
        output count[4];
        /// Count of the module.
        output_reg own[4];
        /// Counter.
        clocked counter: Counter = Counter::new();
    }
    connect { counter: clock = fast_clock, reset = fast_reset, count; }
}

impl Logic for Mixed {
    #[hdl_gen]
    fn update(&mut self) {
        self.own.next = self.own.val() + 1;
    }
}

block! {
    /// Loads a value.
    pub struct Load() as "load" {
        /// Value.
        input from;
        /// Value of the cycle before.
        output_reg to;
    }
}

impl Logic for Load {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.next = self.from.val();
    }
}

block! {
    /// An input of two clocks.
    pub struct Both() as "both" {
        /// Clocks.
        clock(2) own_clock;
        /// Clock.
        clock clock;
        /// Resets.
        input(2) own_reset;
        /// Reset.
        input reset;
        /// Value.
        input from;
        /// Values of the own clocks.
        output(2) values;
        /// Value of the clock.
        output value;
        /// Loads of the own clocks.
        clocked(2) loads: Load = Load::new();
        /// Load of the clock.
        clocked load: Load = Load::new();
    }
    connect {
        loads: clock = own_clock, reset = own_reset, from, to = values;
        load: clock, reset, from, to = value;
    }
}

wired!(Both);

#[test]
fn a_module_of_two_clocks_without_submodules_for_both_is_refused() {
    insta::assert_snapshot!(refused(&Mixed::new()), @"module `mixed`: `fast_clock` is a clock, and the module has registers, which have another one; put them into a submodule");
    insta::assert_snapshot!(refused(&Both::new()), @"module `both`: `from` is connected with submodules of two clocks");
}

#[test]
fn a_clock_without_its_name_its_reset_its_source_or_its_use_is_refused() {
    let name = "its name must be `clock` or end with `_clock`, and an input with `reset` in place of `clock` must be its \
                reset, with as many elements";
    assert_eq!(
        refused(&WrongName::new()),
        format!("module `wrong_name`: `tick` is a clock: {name}")
    );
    assert_eq!(
        refused(&OneReset::new()),
        format!("module `one_reset`: `fast_clock` is a clock: {name}")
    );
    insta::assert_snapshot!(refused(&NoClock::new()), @"module `no_clock`: `counter.clock` is a clock, but not connected with a `clock` of the module");
    insta::assert_snapshot!(refused(&NothingClocked::new()), @"module `nothing_clocked`: `copy` has a clock of its own, but no register or memory");
}
