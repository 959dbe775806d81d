//! Lowering of connections to assignments of whole signals.

use super::Lowering;
use crate::ir::{Expr, Int, Kind, Place, Signal, SignalId, Stmt};
use crate::refusal::Reason;
use std::collections::BTreeSet;
use tailback_hdl::{Connection, Role};

/// Position of connections relative to the kernel, which may read what submodules drive and
/// assigns what they read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Submodules drive signals of the module.
    BeforeKernel,
    /// Submodules are driven.
    AfterKernel,
}

/// Refuses a signal with two drivers, if one of them is a connection.
pub(super) fn check(
    signals: &[Signal],
    connections: [&[Stmt]; 2],
    kernel: &[Stmt],
) -> Result<(), Reason> {
    let mut taken = BTreeSet::new();
    kernel.iter().for_each(|statement| {
        statement.assignments(&mut |target, _| _ = taken.insert(target.signal));
    });
    for statement in connections.into_iter().flatten() {
        let mut driven = None;
        statement.assignments(&mut |target, _| driven = Some(target.signal));
        if let Some(signal) = driven.filter(|signal| !taken.insert(*signal)) {
            let name = signals[signal].path().into();
            return Err(Reason::Driven { role: "connected", name });
        }
    }
    Ok(())
}

/// Returns what follows `name` in the signal's own name `own`: nothing for the signal `name`, the
/// rest for a signal of the interface `name`, and `None` for any other signal.
fn within<'a>(signal: &'a Signal, own: &'a str, name: &str) -> Option<&'a str> {
    if own == name {
        return Some("");
    }
    let interface = signal.interface.as_ref().filter(|interface| interface.name == name)?;
    own.strip_prefix(&interface.name)
}

impl Lowering<'_> {
    pub(super) fn connections(
        &mut self,
        connections: &[Connection],
        order: Order,
    ) -> Result<Vec<Stmt>, Reason> {
        let mut statements = Vec::new();
        for connection in connections {
            let name = connection.signal.replace('.', "_");
            let outer = match &connection.peer {
                Some(peer) => self.ports(peer, &name),
                None => self.own(&name),
            };
            let ports = self.ports(&connection.child, &connection.port.replace('.', "_"));
            let exists = |child: &str| self.children.iter().any(|other| other.name == child);
            let is_absent = !exists(&connection.child)
                || connection.peer.as_ref().is_some_and(|peer| !exists(peer));
            if is_absent {
                let names = outer.iter().map(|(_, id)| self.signals[*id].name.clone());
                self.excluded.0.extend(names);
                continue;
            }
            // A signal that only one end of an interface has is not connected.
            for (part, port) in ports {
                let Some((_, other)) = outer.iter().find(|(other, _)| *other == part) else {
                    continue;
                };
                let (target, source) = self.direction(port, *other);
                let is_input = self.signals[target].child.is_some();
                if is_input == (order == Order::AfterKernel) {
                    statements.push(self.copy(target, source)?);
                }
            }
        }
        Ok(statements)
    }

    fn ports(&self, child: &str, name: &str) -> Vec<(String, SignalId)> {
        let found = self.signals.iter().enumerate().filter_map(|(id, signal)| {
            let port = signal.child.as_ref()?;
            let part = within(signal, &port.port, name)?;
            (self.children[port.child].name == child).then(|| (part.to_string(), id))
        });
        found.collect()
    }

    fn own(&self, name: &str) -> Vec<(String, SignalId)> {
        let own = self.signals.iter().enumerate().filter(|(_, signal)| signal.child.is_none());
        own.filter_map(|(id, signal)| Some((within(signal, &signal.name, name)?.to_string(), id)))
            .collect()
    }

    /// The target and the source of a connection: an input of a submodule is a local here.
    fn direction(&self, port: SignalId, other: SignalId) -> (SignalId, SignalId) {
        match self.signals[port].role {
            Role::Local => (port, other),
            _ => (other, port),
        }
    }

    /// Returns a name for a loop variable that no field has.
    fn variable(&self, name: &str) -> String {
        let fields = || {
            let children = self.children.iter().map(|child| &child.name);
            self.signals.iter().map(|signal| &signal.name).chain(children)
        };
        let mut name = name.to_string();
        while fields().any(|field| *field == name) {
            name.push('_');
        }
        name
    }

    /// Returns the assignment of a whole signal, in loops over its elements if it has several.
    fn copy(&mut self, target: SignalId, source: SignalId) -> Result<Stmt, Reason> {
        let (to, from) = (&self.signals[target], &self.signals[source]);
        self.target = to.path().into();
        if !matches!(to.role, Role::Output | Role::Local) || from.width == 0 {
            return Err(Reason::Driven { role: "a source", name: to.path().into() });
        }
        if from.width > to.width {
            return Err(Reason::Truncated {
                target: to.path().into(),
                width: to.width,
                value_width: from.width,
            });
        }
        let assign = |to_lane: Option<Int>, from_lane: Option<Int>| {
            let read = Place { signal: source, lane: from_lane, bits: None };
            let value = match from.role {
                Role::Parameter => {
                    Kind::Named(from.name.clone(), from.value.clone().resize(from.width))
                }
                _ => Kind::Read(read),
            };
            let value = Expr::new(from.width, value).extend(to.width, from.signed);
            Stmt::Assign { target: Place { signal: target, lane: to_lane, bits: None }, value }
        };
        let (element, instance) = (self.variable("element"), self.variable("child"));
        let at = |variable: &str| Int::Variable(variable.into());
        let repeat = |variable: &str, to: usize, body: Stmt| Stmt::For {
            variable: variable.into(),
            from: 0,
            to,
            body: vec![body],
        };
        let unequal = || {
            let elements = "an array of another number of elements than what it is connected with";
            Err(Reason::WrongIndex(to.path().into(), elements))
        };
        let arrays = [to, from].map(|signal| {
            let count = signal.child.as_ref().and_then(|port| self.children[port.child].count);
            count.filter(|count| *count > 1)
        });
        if matches!(arrays, [Some(to), Some(from)] if to != from) {
            return unequal();
        }
        let first = |lanes: Option<usize>| lanes.map(|_| Int::from(0));
        let count = |signal: &Signal| signal.lanes.unwrap_or(1);
        if count(to) == 1 && count(from) == 1 {
            return Ok(assign(first(to.lanes), first(from.lanes)));
        }
        if count(to) == count(from) {
            let body = assign(Some(at(&element)), Some(at(&element)));
            return Ok(repeat(&element, count(to), body));
        }
        let shared = count(from);
        let port = to.child.as_ref().filter(|port| port.lanes.unwrap_or(1) == shared);
        let Some(instances) = port.and_then(|port| self.children[port.child].count) else {
            return unequal();
        };
        if shared == 1 {
            let body = assign(Some(at(&instance)), first(from.lanes));
            return Ok(repeat(&instance, instances, body));
        }
        let place = at(&instance) * Int::from(shared) + at(&element);
        let body = assign(Some(place), Some(at(&element)));
        Ok(repeat(&instance, instances, repeat(&element, shared, body)))
    }
}
