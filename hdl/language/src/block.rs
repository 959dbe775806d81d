//! The list that declares a module.

use super::signal::Port;
use rust_hdl_core::prelude::Block;
use std::borrow::Cow;

/// A module that can be translated to Verilog, and executed in Rust.
pub trait Hardware: Block {
    /// The ports with their names, in the order of the declaration.
    fn ports(&mut self) -> Vec<(Cow<'static, str>, &mut dyn Port)>;
}

/// Declares a module: the parameters of its constructor, one line per signal or submodule, and the
/// connections of the submodules.
///
/// ```
/// use tailback_language::prelude::*;
///
/// block! {
///     /// Counts the cycles in which `happened` is high.
///     pub struct EventCounter(width: usize) as "event_counter" {
///         /// An event happens.
///         input happened;
///         /// Cycles counted since reset, modulo `2^width`.
///         output_reg count[width];
///     }
/// }
///
/// impl Logic for EventCounter {
///     #[hdl_gen]
///     fn update(&mut self) {
///         if self.happened.val() {
///             self.count.next = self.count.val() + 1;
///         }
///     }
/// }
///
/// let mut counter = EventCounter::new(8);
/// counter.happened.drive(true.into());
/// clock(&mut counter, true);
/// for _ in 0..3 {
///     settle(&mut counter)?;
///     clock(&mut counter, false);
/// }
/// settle(&mut counter)?;
/// assert_eq!(counter.count.read(), 3);
/// # Ok::<(), CombinationalLoop>(())
/// ```
///
/// A line is `kind name;` for a truth value, `kind name[width];` for an unsigned number, and
/// `kind name: signed[width];` for a two's complement number. The kinds are
///
/// * `input`, `output` and `local`: a port, or an intermediate value of the same cycle;
/// * `reg`: a register, which reset clears; with ` = value`, reset sets it to this value;
/// * `output_reg`: a register that is also an output;
/// * `async_reg`: a register that samples a signal of another clock, in a synchroniser: synthesis
///   keeps it (`ASYNC_REG`);
/// * each of these with `(elements)` behind the kind: an array, indexed with `[i]`;
/// * `master name: Interface(...);` and `slave name: Interface(...);`: the master or the slave end
///   of an [`interface!`](crate::interface!). Its signals are ports: `self.name.signal` in the
///   kernel, `name_signal` in the Verilog. With `(elements)` behind the kind, each signal is an
///   array (`self.name.signal[i]`). ` reg { signal, ... }` behind the interface makes outputs
///   registers, which reset clears; the signals must exist;
/// * `count name = value;`: a constant without a width, for bounds of loops and as an operand;
/// * `choice name = value;`: a truth value that is known when the module is built; an input that is
///   read only in an excluded branch is still a port;
/// * `param name[width] = value;`: a constant of `width` bits, from a `u128` or from
///   [`Bits`](crate::Bits);
/// * `sub name: Module = Module::new(...);`: a submodule, whose inputs the kernel assigns and whose
///   outputs it reads (`self.name.port.next`, `self.name.port.val()`), unless they are connected;
///   with `(count)` behind `sub`, an array of submodules (`self.name[i].port`);
/// * `clock name;`: an input that is the clock of submodules; with `(elements)`, several clocks;
/// * `clocked name: Module = Module::new(...);`: a submodule with a clock of its own, a
///   [`Clocked`](crate::Clocked): its ports `clock` and `reset` are connected as others are. All
///   other submodules have the clock and the reset of the module. With `(count)`, an array;
/// * `optional(condition) name: Module = Module::new(...);`: a submodule that exists only if the
///   condition holds, an [`Optional`](crate::Optional), which the kernel uses only within an `if`
///   of a `choice` with the same condition;
/// * `memory(entries) name[width];`: block RAM, a [`Memory`](crate::Memory) whose read data appears
///   in the cycle after its address, and stays; `cleared_memory(entries)`: block RAM whose read
///   data is 0 in the cycle after one without a read; `block_memory(entries)` and
///   `cleared_block_memory(entries)`: these two, in block RAM even if synthesis would implement a
///   memory of this size as distributed RAM; `lut_memory(entries)`: distributed RAM, a
///   [`LutMemory`](crate::LutMemory) whose read data appears in the same cycle; with
///   `(elements, entries)`, an array of memories. The ports of a memory are used as those of a
///   submodule. A memory has one read port: for two, write the same data to two memories, as
///   synthesis would.
///
/// In the Verilog, a `count` or `param` that is an operand, or an assigned or connected value, of
/// more than two bits is a `localparam`, with its name in capitals.
///
/// A `connect` section behind the list connects submodules and memories. A line that begins with
/// one submodule connects its ports with signals of the module; a line that begins with two
/// submodules connects their ports with each other:
///
/// ```text
/// connect {
///     buffer: enqueue, head = oldest;
///     buffer, sender: credits, length = blocks;
/// }
/// ```
///
/// Here, the port `enqueue` of `buffer` is connected with the signal `enqueue` of the module, and
/// the port `head` of `buffer` with the signal `oldest`. `credits` is a port of both submodules,
/// and `length` of `buffer` is connected with `blocks` of `sender`.
///
/// * The direction follows from the ports: an input of a submodule reads the signal, an output
///   drives it. A signal has one driver: a connection or the kernel. A source that is narrower than
///   its target is extended; a wider one is refused.
/// * An interface is connected as a whole, or signal by signal (`stream.valid`). A signal that only
///   one of two interfaces has is not connected.
/// * With an array of submodules, a signal with the elements of all submodules together is divided
///   among them; a signal with the elements of one is common to all. Two arrays of submodules are
///   connected element by element.
/// * A connection of an `optional` submodule that does not exist has no effect.
#[macro_export]
macro_rules! block {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident($($argument:ident : $type:ty),* $(,)?) as $module:literal {
            $(
                $(#[doc = $field_doc:literal])*
                $kind:ident $(($($size:expr),+))? $field:ident
                    $(: $signed:ident $(($($parameter:expr),*))? $(reg { $($register:ident),+ })?)?
                    $([$width:expr])? $(= $value:expr)?;
            )*
        }
        $(connect {
            $(
                $child:ident $(, $peer:ident)? :
                    $($($port:ident).+ $(= $($signal:ident).+)?),+ $(,)?;
            )*
        })?
    ) => {
        $(#[doc = $doc])*
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                pub $field: $crate::signal_type!(
                    $kind $(($($size),+))? $($signed)? $([$width])?
                ),
            )*
            connections: $crate::Connections,
            about: $crate::About,
            activity: $crate::Activity,
        }

        impl $name {
            /// The module for these parameters.
            #[allow(
                unused_mut,
                clippy::let_and_return,
                clippy::new_without_default,
                clippy::vec_init_then_push
            )]
            pub fn new($($argument: $type),*) -> Self {
                let mut module = Self {
                    $(
                        $field: $crate::signal_value!(
                            concat!($($field_doc, "\n"),*),
                            $kind $(($($size),+))?
                                $($signed $(($($parameter),*))?)? $([$width])? $(= $value)?
                        ),
                    )*
                    connections: {
                        let mut list = Vec::new();
                        $($(
                            $crate::connect_descriptions!(
                                list, [$child $($peer)?] $({[$($port).+] $([$($signal).+])?})+
                            );
                        )*)?
                        $crate::Connections::new(&list)
                    },
                    about: $crate::About::new($module, concat!($($doc, "\n"),*)),
                    activity: $crate::Activity::default(),
                };
                $($($($(
                    module.$field.$register.register(concat!(
                        "module `", $module, "`: `", stringify!($field), "_",
                        stringify!($register), "`"
                    ));
                )+)?)?)*
                module
            }

            /// Copies the value of each connection from its source to its target.
            fn join(&mut self) {
                $($(
                    $crate::connect_lines!(
                        $module, self, [$child $($peer)?] $({[$($port).+] $([$($signal).+])?})+
                    );
                )*)?
            }
        }

        impl $crate::rust_hdl::Block for $name {
            fn connect_all(&mut self) {}

            fn update_all(&mut self) {
                let entered = false $( | $crate::signal_enters!(self, $kind $field) )*;
                if !self.activity.begin(entered) {
                    return;
                }
                // Outputs of submodules come before the kernel, which may read what they drive, and
                // inputs after it.
                self.join();
                $crate::rust_hdl::Logic::update(self);
                self.join();
                $( $crate::rust_hdl::Block::update_all(&mut self.$field); )*
                let submodules = false $( || $crate::submodule_changed!(self, $kind $field) )*;
                let outputs = false $( || $crate::rust_hdl::Block::has_changed(&self.$field) )*;
                self.activity.end(submodules, outputs);
            }

            fn has_changed(&self) -> bool {
                self.activity.has_changed()
            }

            fn accept(&self, name: &str, probe: &mut dyn $crate::rust_hdl::Probe) {
                probe.visit_start_scope(name, self);
                $( $crate::rust_hdl::Block::accept(&self.$field, stringify!($field), probe); )*
                $crate::rust_hdl::Block::accept(&self.connections, "connections", probe);
                $crate::rust_hdl::Block::accept(&self.about, "about", probe);
                probe.visit_end_scope(name, self);
            }
        }

        impl $crate::Instances for $name {
            type One = Self;

            fn instances(&mut self) -> &mut [Self] {
                std::slice::from_mut(self)
            }
        }

        impl $crate::Hardware for $name {
            #[allow(unused_mut, clippy::vec_init_then_push)]
            fn ports(&mut self) -> Vec<(std::borrow::Cow<'static, str>, &mut dyn $crate::Port)> {
                let mut ports: Vec<(_, &mut dyn $crate::Port)> = Vec::new();
                $( $crate::signal_port!(self, ports, $kind $field); )*
                ports
            }
        }
    };
}

/// Implements an empty kernel, for a module that only connects submodules.
#[macro_export]
macro_rules! wired {
    ($name:ident) => {
        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {}
        }
    };
}
