//! Ports, locals, registers and parameters: a kernel reads them with `val()` and assigns `next`.

use super::declaration::{atom, Declaration, Role};
use super::simulate::{phase, Inputs, Phase};
use super::value::{Bits, Value};
use rust_hdl_core::prelude::{Atom, AtomKind, Block, In, Local, Logic, Out, Probe};
use rust_hdl_core::signal::get_signal_id;
use std::marker::PhantomData;

/// A port or a local signal. `D` is rust-hdl's `In`, `Out` or `Local`.
///
/// A kernel is executed from top to bottom. An output or local has the value that was assigned
/// last, and the back end refuses a kernel that reads it before the first assignment.
pub struct Wire<D, T: Value> {
    /// The value to drive.
    pub next: T,
    settled: T,
    /// Whether an output has changed in the last evaluation, or an input was driven since.
    changed: bool,
    declaration: Declaration,
    id: usize,
    direction: PhantomData<D>,
}

/// The role that a direction marker stands for.
pub trait Direction: 'static {
    /// The role.
    const ROLE: Role;
    /// The name of the role in rust-hdl.
    const KIND: AtomKind;
}

impl Direction for In {
    const ROLE: Role = Role::Input;
    const KIND: AtomKind = AtomKind::InputParameter;
}

impl Direction for Out {
    const ROLE: Role = Role::Output;
    const KIND: AtomKind = AtomKind::OutputParameter;
}

impl Direction for Local {
    const ROLE: Role = Role::Local;
    const KIND: AtomKind = AtomKind::LocalSignal;
}

fn zero<T: Value>(width: usize) -> T {
    T::from_bits(Bits::new(width, 0))
}

impl<D: Direction, T: Value> Wire<D, T> {
    /// A signal of `width` bits.
    pub fn new(width: usize, doc: &str) -> Self {
        let declaration = Declaration {
            role: D::ROLE,
            width,
            signed: T::SIGNED,
            bool: T::BOOL,
            doc: doc.into(),
            ..Declaration::default()
        };
        Wire {
            next: zero(width),
            settled: zero(width),
            changed: false,
            declaration,
            id: get_signal_id(),
            direction: PhantomData,
        }
    }
}

impl<D: Direction, T: Value> Wire<D, T> {
    /// Whether the signal is an output that is a register.
    fn is_register(&self) -> bool {
        self.declaration.role == Role::Register
    }

    /// Makes an output a register that reset clears. An input stays an input, which the back end
    /// refuses.
    pub(super) fn make_register(&mut self) {
        if D::ROLE == Role::Output {
            self.declaration.role = Role::Register;
        }
        self.declaration.output = true;
    }

    /// Brings the value to the width of the signal.
    fn fit(&mut self) {
        if !self.next.fits(self.declaration.width) {
            self.next = self.next.clone().fit(self.declaration.width);
        }
    }

    /// Takes over the value to drive. Returns whether it differs.
    fn take_over(&mut self) -> bool {
        self.fit();
        let differs = self.settled != self.next;
        if differs {
            self.settled = self.next.clone();
        }
        differs
    }

    /// The value that connections and other modules read.
    pub(super) fn seen(&self) -> T {
        match D::ROLE {
            Role::Input => self.settled.clone(),
            _ if self.is_register() => self.settled.clone(),
            _ => self.next.clone().fit(self.declaration.width),
        }
    }
}

impl<T: Value> Wire<In, T> {
    /// A clock, for submodules with a clock of their own.
    pub fn clock(doc: &str) -> Self {
        let mut clock = Wire::new(1, doc);
        clock.declaration.clock = true;
        clock
    }

    /// The value that the environment drives.
    pub fn val(&self) -> T {
        self.settled.clone()
    }
}

impl<T: Value> Wire<Out, T> {
    /// The value that the kernel assigned last, or the value of a register.
    pub fn val(&self) -> T {
        self.seen()
    }
}

impl<T: Value> Wire<Local, T> {
    /// The value that the kernel assigned last.
    pub fn val(&self) -> T {
        self.next.clone().fit(self.declaration.width)
    }
}

impl<D: Direction, T: Value> Logic for Wire<D, T> {
    fn update(&mut self) {}
}

impl<D: Direction, T: Value> Block for Wire<D, T> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        if self.is_register() {
            match phase() {
                Phase::Settle => {}
                Phase::Clock => self.settled = self.next.clone().fit(self.declaration.width),
                Phase::Reset => self.settled = zero(self.declaration.width),
            }
            self.next = self.settled.clone();
        } else if phase() == Phase::Settle {
            match D::ROLE {
                Role::Output => self.changed = self.take_over(),
                Role::Input => {}
                _ => self.fit(),
            }
        }
    }

    fn has_changed(&self) -> bool {
        self.changed
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<D: Direction, T: Value> Atom for Wire<D, T> {
    atom!(D::KIND);
}

impl<D: Direction, T: Value> Inputs for Wire<D, T> {
    fn enter(&mut self) -> bool {
        match D::ROLE {
            Role::Input => self.take_over() | std::mem::take(&mut self.changed),
            _ => false,
        }
    }
}

/// A register. It keeps its value in a cycle in which the kernel does not assign `next`.
///
/// The clock and the synchronous reset are those of the module; kernels do not mention them.
pub struct Register<T: Value> {
    /// The value after the next clock edge.
    pub next: T,
    held: T,
    after_reset: T,
    declaration: Declaration,
    id: usize,
}

impl<T: Value> Register<T> {
    /// A register of `width` bits that holds `after_reset` after a reset.
    pub fn new(width: usize, after_reset: u128, doc: &str) -> Self {
        Self::declare(width, after_reset, false, doc)
    }

    /// A register that is also an output port.
    pub fn output(width: usize, after_reset: u128, doc: &str) -> Self {
        Self::declare(width, after_reset, true, doc)
    }

    /// A register that samples a signal of another clock: the first or second of a synchroniser.
    pub fn synchronizer(width: usize, doc: &str) -> Self {
        let mut register = Self::new(width, 0, doc);
        register.declaration.synchronizer = true;
        register
    }

    fn declare(width: usize, after_reset: u128, output: bool, doc: &str) -> Self {
        let value = Bits::new(width, after_reset);
        let declaration = Declaration {
            role: Role::Register,
            output,
            width,
            signed: T::SIGNED,
            bool: T::BOOL,
            value: value.words(),
            doc: doc.into(),
            ..Declaration::default()
        };
        let value = T::from_bits(value);
        Register {
            next: value.clone(),
            held: value.clone(),
            after_reset: value,
            declaration,
            id: get_signal_id(),
        }
    }

    /// The value that the register holds.
    pub fn val(&self) -> T {
        self.held.clone()
    }
}

impl<T: Value> Logic for Register<T> {
    fn update(&mut self) {}
}

impl<T: Value> Block for Register<T> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        match phase() {
            Phase::Settle => {}
            Phase::Clock => self.held = self.next.clone().fit(self.declaration.width),
            Phase::Reset => self.held = self.after_reset.clone(),
        }
        self.next = self.held.clone();
    }

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl<T: Value> Atom for Register<T> {
    atom!(AtomKind::LocalSignal);
}

/// A signal that can be an element of an [`Array`](crate::Array).
pub trait Element: Atom + Block {
    /// The declaration of the signal.
    fn declaration(&self) -> &Declaration;
}

impl<D: Direction, T: Value> Element for Wire<D, T> {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }
}

impl<T: Value> Element for Register<T> {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }
}

/// A port, for code that drives or reads a module from outside.
pub trait Port {
    /// Drives an input; other ports ignore the value.
    fn drive(&mut self, bits: Bits);

    /// The value of the port.
    fn read(&self) -> Bits;
}

impl<D: Direction, T: Value> Port for Wire<D, T> {
    fn drive(&mut self, bits: Bits) {
        if D::ROLE == Role::Input {
            self.next = T::from_bits(bits);
            self.changed |= self.take_over();
        }
    }

    fn read(&self) -> Bits {
        self.seen().to_bits()
    }
}

impl<T: Value> Port for Register<T> {
    fn drive(&mut self, _: Bits) {}

    fn read(&self) -> Bits {
        self.held.to_bits()
    }
}
