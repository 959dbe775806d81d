//! Interfaces: signals in both directions that belong together.

use super::array::Array;
use super::connect::{Net, Pins};
use super::signal::{Direction, Element, Port};
use super::simulate::Inputs;
use rust_hdl_core::prelude::{Block, In, Out};

/// End of an interface: [`Master`] or [`Slave`].
pub trait End: 'static {
    /// Direction, at this end, of the signals that the master drives.
    type FromMaster: Direction;
    /// Direction, at this end, of the signals that the slave drives.
    type FromSlave: Direction;
}

/// End that starts transfers.
pub enum Master {}

impl End for Master {
    type FromMaster = Out;
    type FromSlave = In;
}

/// End that responds to transfers.
pub enum Slave {}

impl End for Slave {
    type FromMaster = In;
    type FromSlave = Out;
}

/// A single interface ([`One`]), or an array of interfaces ([`Many`]).
pub trait Shape: 'static {
    /// One signal of the interface, for all elements.
    type Of<N: Net + Element + Port + Inputs + Pins<Net = N>>: Block + Port + Inputs + Pins<Net = N>;

    /// Makes the signal for `count` elements.
    fn make<N: Net + Element + Port + Inputs + Pins<Net = N>>(
        count: usize,
        make: &dyn Fn() -> N,
    ) -> Self::Of<N>;
}

/// A single interface.
pub enum One {}

impl Shape for One {
    type Of<N: Net + Element + Port + Inputs + Pins<Net = N>> = N;

    fn make<N: Net + Element + Port + Inputs + Pins<Net = N>>(_: usize, make: &dyn Fn() -> N) -> N {
        make()
    }
}

/// An array of interfaces: each signal is an array.
pub enum Many {}

impl Shape for Many {
    type Of<N: Net + Element + Port + Inputs + Pins<Net = N>> = Array<N>;

    fn make<N: Net + Element + Port + Inputs + Pins<Net = N>>(
        count: usize,
        make: &dyn Fn() -> N,
    ) -> Array<N> {
        Array::new(count, make)
    }
}

/// Declares an interface: the parameters of its constructor, and then one line per signal.
///
/// A line is `driver name;` for a truth value and `driver name[width];` for a number. The driver is
/// the end that drives the signal, `master` or `slave`. With ` if condition`, the signal exists
/// only if the condition holds.
///
/// A line `master name: Interface(...);` or `slave name: Interface(...);` in the list of a module
/// ([`block!`](crate::block)) makes the module one end of the interface: signals that this end
/// drives are outputs, all others inputs. The module must drive all of its outputs of the
/// interface, but need not read all inputs.
///
/// ```
/// use tailback_language::{interface, prelude::*};
///
/// interface! {
///     /// Stream of bytes.
///     pub struct Bytes(width: usize) {
///         /// Data valid.
///         master valid;
///         /// Data.
///         master data[width];
///         /// The receiver accepts the data.
///         slave ready;
///     }
/// }
///
/// block! {
///     /// Passes bytes on, inverted.
///     pub struct Inverter() as "inverter" {
///         /// Received bytes.
///         slave from: Bytes(8);
///         /// Transmitted bytes.
///         master to: Bytes(8);
///     }
/// }
///
/// impl Logic for Inverter {
///     #[hdl_gen]
///     fn update(&mut self) {
///         self.to.valid.next = self.from.valid.val();
///         self.to.data.next = !self.from.data.val();
///         self.from.ready.next = self.to.ready.val();
///     }
/// }
///
/// block! {
///     /// Passes bytes on, inverted twice.
///     pub struct Twice() as "twice" {
///         /// Received bytes.
///         slave from: Bytes(8);
///         /// Transmitted bytes.
///         master to: Bytes(8);
///         /// First inverter.
///         sub first: Inverter = Inverter::new();
///         /// Second inverter.
///         sub second: Inverter = Inverter::new();
///     }
///     connect {
///         first: from;
///         first, second: to = from;
///         second: to;
///     }
/// }
///
/// wired!(Twice);
///
/// let mut twice = Twice::new();
/// for (name, port) in twice.ports() {
///     if name == "from_data" {
///         port.drive(tailback_language::Bits::new(8, 0x5A));
///     }
/// }
/// settle(&mut twice)?;
/// assert_eq!(twice.to.data.read(), 0x5A);
/// # Ok::<(), CombinationalLoop>(())
/// ```
#[macro_export]
macro_rules! interface {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident($($argument:ident : $type:ty),* $(,)?) {
            $(
                $(#[doc = $field_doc:literal])*
                $driver:ident $field:ident $([$width:expr])? $(if $present:expr)?;
            )*
        }
    ) => {
        $(#[doc = $doc])*
        pub struct $name<E: $crate::End, S: $crate::Shape = $crate::One> {
            $(
                $(#[doc = $field_doc])*
                pub $field: $crate::Optional<S::Of<$crate::Wire<
                    $crate::interface_direction!(E $driver),
                    $crate::signal_type!(@data $([$width])?),
                >>>,
            )*
            about: $crate::About,
        }

        impl<E: $crate::End, S: $crate::Shape> $name<E, S> {
            /// The interface with `count` elements.
            #[allow(clippy::too_many_arguments)]
            pub fn new(count: usize, doc: &str, $($argument: $type),*) -> Self {
                Self {
                    $(
                        $field: $crate::Optional::new(true $(&& $present)?, || {
                            S::make(count, &|| $crate::signal_value!(
                                concat!($($field_doc, "\n"),*), wire $([$width])?
                            ))
                        }),
                    )*
                    about: $crate::About::interface(doc),
                }
            }

            /// The signals, with names that begin with `name`.
            pub fn ports<'a>(
                &'a mut self,
                name: &str,
                ports: &mut Vec<(std::borrow::Cow<'static, str>, &'a mut dyn $crate::Port)>,
            ) {
                $(
                    if let [signal] = $crate::Instances::instances(&mut self.$field) {
                        let name = format!("{name}_{}", stringify!($field));
                        ports.push((name.into(), signal));
                    }
                )*
            }
        }

        impl<E: $crate::End, S: $crate::Shape> $crate::rust_hdl::Logic for $name<E, S> {
            fn update(&mut self) {}
        }

        impl<E: $crate::End, S: $crate::Shape> $crate::rust_hdl::Block for $name<E, S> {
            fn connect_all(&mut self) {}

            fn update_all(&mut self) {
                $( $crate::rust_hdl::Block::update_all(&mut self.$field); )*
            }

            fn has_changed(&self) -> bool {
                false $( || $crate::rust_hdl::Block::has_changed(&self.$field) )*
            }

            fn accept(&self, name: &str, probe: &mut dyn $crate::rust_hdl::Probe) {
                probe.visit_start_namespace(name, self);
                $crate::rust_hdl::Block::accept(&self.about, "about", probe);
                $( $crate::rust_hdl::Block::accept(&self.$field, stringify!($field), probe); )*
                probe.visit_end_namespace(name, self);
            }
        }

        impl<E: $crate::End, S: $crate::Shape> $crate::Inputs for $name<E, S> {
            fn enter(&mut self) -> bool {
                false $( | $crate::Inputs::enter(&mut self.$field) )*
            }
        }

        impl<E: $crate::End, F: $crate::End, S: $crate::Shape, T: $crate::Shape>
            $crate::Join<$name<F, T>> for $name<E, S>
        {
            fn join(&mut self, outer: &mut $name<F, T>, slot: $crate::Slot) {
                $( $crate::Join::join(&mut self.$field, &mut outer.$field, slot); )*
            }

            fn join_peer(
                &mut self,
                peer: &mut $name<F, T>,
                own: $crate::Slot,
                others: $crate::Slot,
            ) {
                $( $crate::Join::join_peer(&mut self.$field, &mut peer.$field, own, others); )*
            }
        }
    };
}

/// The direction of a line of [`interface!`].
#[doc(hidden)]
#[macro_export]
macro_rules! interface_direction {
    ($end:ident master) => {
        $end::FromMaster
    };
    ($end:ident slave) => {
        $end::FromSlave
    };
}
