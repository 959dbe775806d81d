//! Connections of submodules, as the `connect` section of [`block!`](crate::block) declares them.
//!
//! A connection is between a port of a submodule and a signal of the module, or between ports of
//! two submodules. Its direction follows from the port: an input reads the signal, an output drives
//! it. A connection of interfaces connects their signals of the same name.

use super::array::{Array, Blocks};
use super::declaration::{declaration_only, Declaration, Role};
use super::memory::{LutMemory, Memory};
use super::optional::Optional;
use super::parameter::Parameter;
use super::signal::{Direction, Element, Register, Wire};
use super::value::{Bits, Value};
use rust_hdl_core::prelude::Block;
use rust_hdl_core::signal::get_signal_id;
use serde::{Deserialize, Serialize};

/// One connection, by the names of fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// Submodule.
    pub child: String,
    /// Port or interface of the submodule, or a signal of an interface as `interface.signal`.
    pub port: String,
    /// The other submodule; `None` for a connection with a signal of the module.
    pub peer: Option<String>,
    /// Port or interface of the other submodule, or signal or interface of the module.
    pub signal: String,
}

/// All connections of a module, for the Verilog back end.
pub struct Connections {
    declaration: Declaration,
    id: usize,
}

impl Connections {
    /// Declares the connections.
    pub fn new(connections: &[Connection]) -> Self {
        let doc = serde_json::to_string(connections).unwrap_or_default();
        let declaration = Declaration { role: Role::Connections, doc, ..Declaration::default() };
        Connections { declaration, id: get_signal_id() }
    }
}

declaration_only!(Connections);

/// Position of a submodule in an array of `count` submodules; a single one is an array of one.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    index: usize,
    count: usize,
    /// Module and both ends of the connection, for error messages.
    connection: &'static str,
}

impl Slot {
    /// The elements of `all` that are connected at this position, for a port of `pins` elements: a
    /// share, if `all` has `pins` elements for each submodule; else all of them, in common.
    fn of<N>(self, all: &mut [N], pins: usize) -> &mut [N] {
        if all.len() == pins * self.count {
            &mut all[self.index * pins..][..pins]
        } else {
            all
        }
    }
}

/// A signal that a connection reads or drives.
pub trait Net {
    /// Type of the value.
    type Value: Value;

    /// Whether the signal is an input of its module.
    const IS_INPUT: bool;

    /// The value that a connection reads.
    fn get(&self) -> Self::Value;

    /// Drives the signal. Registers and constants ignore the value.
    fn set(&mut self, value: Self::Value);
}

impl<D: Direction, T: Value> Net for Wire<D, T> {
    type Value = T;

    const IS_INPUT: bool = matches!(D::ROLE, Role::Input);

    fn get(&self) -> T {
        self.seen()
    }

    fn set(&mut self, value: T) {
        self.next = value;
    }
}

impl<T: Value> Net for Register<T> {
    type Value = T;

    const IS_INPUT: bool = false;

    fn get(&self) -> T {
        self.val()
    }

    fn set(&mut self, _: T) {}
}

impl Net for Parameter<Bits> {
    type Value = Bits;

    const IS_INPUT: bool = false;

    fn get(&self) -> Bits {
        self.val()
    }

    fn set(&mut self, _: Bits) {}
}

/// One signal, or an array of signals.
pub trait Pins {
    /// One element.
    type Net: Net;

    /// All elements.
    fn pins(&mut self) -> &mut [Self::Net];

    /// Makes an output a register that reset clears.
    fn register(&mut self) {}
}

impl<D: Direction, T: Value> Pins for Wire<D, T> {
    type Net = Self;

    fn pins(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }

    fn register(&mut self) {
        self.make_register();
    }
}

impl<T: Value> Pins for Register<T> {
    type Net = Self;

    fn pins(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

impl Pins for Parameter<Bits> {
    type Net = Self;

    fn pins(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

impl<S: Element + Net + Pins> Pins for Array<S> {
    type Net = S;

    fn pins(&mut self) -> &mut [S] {
        self.elements_mut()
    }

    fn register(&mut self) {
        self.elements_mut().iter_mut().for_each(Pins::register);
        self.declare_as_elements();
    }
}

/// A port or interface of a submodule that can be connected with `Other`.
pub trait Join<Other> {
    /// Connects the port with a signal of the module; `slot` is the position of the submodule.
    fn join(&mut self, outer: &mut Other, slot: Slot);

    /// Connects the port with one of another submodule; `own` and `others` are the positions of
    /// the two.
    fn join_peer(&mut self, peer: &mut Other, own: Slot, others: Slot);
}

/// Copies the values of a connection from its source to its target, element by element.
///
/// # Panics
///
/// If the two ends have unequal numbers of elements.
fn copy<P: Net, Q: Net<Value = P::Value>>(pins: &mut [P], nets: &mut [Q], slot: Slot) {
    let (own, others) = (pins.len(), nets.len());
    assert!(own == others, "{} have {own} and {others} elements", slot.connection);
    for (pin, net) in pins.iter_mut().zip(nets) {
        if P::IS_INPUT {
            pin.set(net.get());
        } else {
            net.set(pin.get());
        }
    }
}

impl<P: Pins, Q: Pins> Join<Q> for P
where
    Q::Net: Net<Value = <P::Net as Net>::Value>,
{
    fn join(&mut self, outer: &mut Q, slot: Slot) {
        let pins = self.pins();
        let outer = slot.of(outer.pins(), pins.len());
        copy(pins, outer, slot);
    }

    fn join_peer(&mut self, peer: &mut Q, own: Slot, others: Slot) {
        let (pins, peers) = (self.pins(), peer.pins());
        let (width, peer_width) = (pins.len(), peers.len());
        let pins = own.of(pins, peer_width);
        let peers = others.of(peers, width);
        copy(pins, peers, own);
    }
}

/// Connects a signal of an interface with that of another interface, if both have it.
impl<P: Block, Q: Block> Join<Optional<Q>> for Optional<P>
where
    P: Join<Q>,
{
    fn join(&mut self, outer: &mut Optional<Q>, slot: Slot) {
        if let ([own], [outer]) = (self.as_mut_slice(), outer.as_mut_slice()) {
            own.join(outer, slot);
        }
    }

    fn join_peer(&mut self, peer: &mut Optional<Q>, own_slot: Slot, others: Slot) {
        if let ([own], [peer]) = (self.as_mut_slice(), peer.as_mut_slice()) {
            own.join_peer(peer, own_slot, others);
        }
    }
}

/// Connects a signal of an interface, if it exists, with a signal outside any interface.
impl<P: Pins + Block, Q: Pins> Join<Q> for Optional<P>
where
    Q::Net: Net<Value = <P::Net as Net>::Value>,
{
    fn join(&mut self, outer: &mut Q, slot: Slot) {
        self.as_mut_slice().iter_mut().for_each(|own| own.join(outer, slot));
    }

    fn join_peer(&mut self, peer: &mut Q, own_slot: Slot, others: Slot) {
        self.as_mut_slice().iter_mut().for_each(|own| own.join_peer(peer, own_slot, others));
    }
}

impl<P: Pins, Q: Pins + Block> Join<Optional<Q>> for P
where
    Q::Net: Net<Value = <P::Net as Net>::Value>,
{
    fn join(&mut self, outer: &mut Optional<Q>, slot: Slot) {
        outer.as_mut_slice().iter_mut().for_each(|outer| self.join(outer, slot));
    }

    fn join_peer(&mut self, peer: &mut Optional<Q>, own: Slot, others: Slot) {
        peer.as_mut_slice().iter_mut().for_each(|peer| self.join_peer(peer, own, others));
    }
}

/// A submodule, an array of submodules, or a submodule that only some configurations have.
pub trait Instances {
    /// One submodule.
    type One;

    /// All submodules.
    fn instances(&mut self) -> &mut [Self::One];
}

impl<B: Block> Instances for Blocks<B> {
    type One = B;

    fn instances(&mut self) -> &mut [B] {
        self.elements_mut()
    }
}

impl<B: Block> Instances for Optional<B> {
    type One = B;

    fn instances(&mut self) -> &mut [B] {
        self.as_mut_slice()
    }
}

impl<T: Value> Instances for Memory<T> {
    type One = Self;

    fn instances(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

impl<T: Value> Instances for LutMemory<T> {
    type One = Self;

    fn instances(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

/// Connects two submodules, each with its position.
pub type Pairing<'a, A, B> = dyn FnMut(Slot, &mut A, Slot, &mut B) + 'a;

/// Calls `join` for each submodule, with its position. `connection` names the module and both ends
/// of the connection.
pub fn each<A: Instances>(
    connection: &'static str,
    children: &mut A,
    join: &mut dyn FnMut(Slot, &mut A::One),
) {
    let children = children.instances();
    let count = children.len();
    // Without iterators: descriptions may be compiled without optimisation.
    let mut index = 0;
    while index < count {
        join(Slot { index, count, connection }, &mut children[index]);
        index += 1;
    }
}

/// Calls `join` for each pair of submodules: those with the same index in two arrays, or a single
/// submodule and each one of an array. `connection` names the module and both ends of the
/// connection.
///
/// # Panics
///
/// If two arrays have unequal numbers of submodules.
pub fn pair<A: Instances, B: Instances>(
    connection: &'static str,
    children: &mut A,
    peers: &mut B,
    join: &mut Pairing<'_, A::One, B::One>,
) {
    let (children, peers) = (children.instances(), peers.instances());
    let (own, others) = (children.len(), peers.len());
    let whole = Slot { index: 0, count: 1, connection };
    let mut index = 0;
    if own == 1 {
        while index < others {
            let slot = Slot { index, count: others, connection };
            join(slot, &mut children[0], whole, &mut peers[index]);
            index += 1;
        }
    } else if others == 1 {
        while index < own {
            let slot = Slot { index, count: own, connection };
            join(whole, &mut children[index], slot, &mut peers[0]);
            index += 1;
        }
    } else if own != 0 && others != 0 {
        // An array without submodules is not connected.
        assert!(own == others, "{connection} are in arrays of {own} and {others} submodules");
        while index < own {
            join(whole, &mut children[index], whole, &mut peers[index]);
            index += 1;
        }
    }
}
