//! Clocks of a module whose submodules have clocks of their own.

use crate::ir::{Block, Signal, Stmt};
use crate::refusal::Reason;
use std::collections::BTreeSet;
use tailback_hdl::{Declaration, Role};
use tailback_spec::ClockPort;

/// Names of the clock and the reset of a submodule with a clock of its own.
const OWN: [&str; 2] = ["clock", "reset"];

/// Returns the signals of a submodule with its clock and its reset as ports. All other ports are
/// synchronous to the clock, apart from inputs that only registers for signals of another clock read.
pub fn own_clock(block: Block) -> Vec<Signal> {
    let foreign = foreign(&block);
    let signals = block.signals;
    let declaration =
        Declaration { role: Role::Input, width: 1, bool: true, ..Declaration::default() };
    let mut own = OWN.map(|name| Signal::new(name, declaration.clone()));
    own[0].clock = true;
    let mut all: Vec<Signal> = own.into_iter().chain(signals).collect();
    for signal in all.iter_mut().filter(|signal| !signal.clock && !foreign.contains(&signal.name)) {
        signal.domain = Some(OWN[0].into());
    }
    all
}

/// Returns the names of the inputs that only registers for signals of another clock read.
fn foreign(block: &Block) -> BTreeSet<String> {
    let (mut own, mut other) = (BTreeSet::new(), BTreeSet::new());
    for statement in &block.kernel {
        match statement {
            Stmt::Assign { target, value } if block.signal(target).synchronizer => {
                value.reads(&mut |signal, _| _ = other.insert(signal));
            }
            _ => statement.reads(&mut |signal| _ = own.insert(signal)),
        }
    }
    let names = other.difference(&own).map(|id| &block.signals[*id]);
    names.filter(|signal| signal.role == Role::Input).map(|signal| signal.name.clone()).collect()
}

/// Finds the clock of each port that is connected with submodules of other clocks than that of the
/// module.
///
/// # Errors
///
/// If a clock has no reset, a submodule's clock is not connected with a clock of the module, the module
/// has registers of its own, or a port is connected with submodules of two clocks.
pub fn assign(block: &mut Block) -> Result<(), Reason> {
    for clock in block.signals.iter().filter(|signal| signal.clock) {
        check(block, clock)?;
        if block.clocked() {
            return Err(Reason::MixedClocks(clock.name.clone()));
        }
    }
    let mut found: Vec<(String, String)> = Vec::new();
    for signal in &block.signals {
        let (Some(port), Some(domain)) = (&signal.child, &signal.domain) else { continue };
        let is_clock = |other: &&Signal| {
            other.child.as_ref().is_some_and(|it| it.child == port.child && it.port == *domain)
        };
        let Some(clock) = block.signals.iter().find(is_clock) else { continue };
        // A connected port has the name of the signal with which it is connected.
        let is_source = |other: &Signal| other.clock && other.is_port() && other.name == clock.name;
        if !block.signals.iter().any(is_source) {
            return Err(Reason::ClockSource(clock.path().into()));
        }
        let other = found.iter().find(|(name, _)| *name == signal.name);
        let is_port = |other: &Signal| other.is_port() && other.name == signal.name;
        if other.is_some_and(|(_, other)| *other != clock.name) && block.signals.iter().any(is_port)
        {
            return Err(Reason::TwoClocks(signal.name.clone()));
        }
        found.push((signal.name.clone(), clock.name.clone()));
    }
    for (name, clock) in found {
        let own = block.signals.iter_mut().find(|signal| signal.is_port() && signal.name == name);
        if let Some(port) = own {
            port.domain = Some(clock);
        }
    }
    // A constant signal of an interface has the clock of the others.
    for id in 0..block.signals.len() {
        let signal = &block.signals[id];
        if signal.is_port() && signal.domain.is_none() && signal.interface.is_some() {
            let is_other = |other: &&Signal| other.is_port() && other.interface == signal.interface;
            let others = block.signals.iter().filter(is_other);
            block.signals[id].domain = others.filter_map(|other| other.domain.clone()).next();
        }
    }
    Ok(())
}

/// Checks the name of a clock, and that it has a reset.
fn check(block: &Block, clock: &Signal) -> Result<(), Reason> {
    let is_name = clock.name == OWN[0] || clock.name.ends_with("_clock");
    let reset = ClockPort { name: clock.name.clone(), ports: Vec::new() }.reset();
    let is_reset = |signal: &&Signal| {
        signal.is_port()
            && signal.role == Role::Input
            && signal.name == reset
            && signal.bits() == clock.bits()
    };
    match is_name && block.signals.iter().any(|signal| is_reset(&signal)) {
        true => Ok(()),
        false => Err(Reason::ClockName(clock.name.clone())),
    }
}
