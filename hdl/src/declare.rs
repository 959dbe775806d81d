//! The list that declares a module.

use crate::signal::Port;
use rust_hdl_core::prelude::Block;

/// A module that can be generated, and run from outside.
pub trait Hardware: Block {
    /// The ports with their names, in the order of the declaration.
    fn ports(&mut self) -> Vec<(&'static str, &mut dyn Port)>;
}

/// Declares a module: the parameters of its constructor, and then one line per signal.
///
/// ```
/// use tailback_hdl::prelude::*;
///
/// block! {
///     /// Counts the cycles in which `happened` is high.
///     pub struct EventCounter(width: usize) as "event_counter" {
///         /// An event happens.
///         input happened;
///         /// Cycles counted since reset, modulo `2^width`.
///         output count[width];
///         /// Register of `count`.
///         reg events[width];
///     }
/// }
///
/// impl Logic for EventCounter {
///     #[hdl_gen]
///     fn update(&mut self) {
///         self.count.next = self.events.val();
///         if self.happened.val() {
///             self.events.next = self.events.val() + 1;
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
/// A line is `kind name;` for a truth value, `kind name[width];` for a number, and
/// `kind name: signed[width];` for a two's complement one. The kinds are
///
/// * `input`, `output`, `local`, and `reg`, which is cleared by reset unless ` = value` is given;
/// * each of them with `(elements)` behind the kind: an array, indexed with `[i]`;
/// * `count name = value;`: a constant without a width, for bounds of loops and as an operand;
/// * `choice name = value;`: a truth value that is known when the module is built; an input that is
///   read only in an excluded branch is still a port;
/// * `param name[width] = value;`: a constant of `width` bits, from a `u128` or from
///   [`Bits`](crate::Bits);
/// * `sub name: Block = Block::new(...);`, and with `(count)` behind `sub` an array of them: a
///   submodule, whose inputs the kernel assigns and whose outputs it reads
///   (`self.name.port.next`, `self.name[i].port.val()`);
/// * `optional(condition) name: Block = Block::new(...);`: a submodule that exists only if the
///   condition holds, an [`Optional`](crate::Optional), which the kernel uses only within an `if`
///   of a `choice` with the same condition;
/// * `memory(entries) name[width];`: block RAM, a [`Memory`](crate::Memory) whose read data appears
///   in the cycle after its address, and stays; `cleared_memory(entries)`: block RAM whose read
///   data is 0 in the cycle after one without a read; `lut_memory(entries)`: distributed RAM, a
///   [`LutMemory`](crate::LutMemory) whose read data appears in the same cycle; with
///   `(elements, entries)` an array of them. The kernel assigns and reads their ports as those of a
///   submodule. Each has one read port: for two, write the same data to two memories, as synthesis
///   would do anyway.
#[macro_export]
macro_rules! block {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident($($argument:ident : $type:ty),* $(,)?) as $module:literal {
            $(
                $(#[doc = $field_doc:literal])*
                $kind:ident $(($($size:expr),+))? $field:ident $(: $signed:ident)? $([$width:expr])?
                    $(= $value:expr)?;
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive($crate::rust_hdl::LogicBlock)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])*
                pub $field: $crate::signal_type!(
                    $kind $(($($size),+))? $($signed)? $([$width])?
                ),
            )*
            /// Name and documentation.
            pub about: $crate::About,
        }

        impl $name {
            /// The module for these parameters.
            #[allow(clippy::new_without_default)]
            pub fn new($($argument: $type),*) -> Self {
                Self {
                    $(
                        $field: $crate::signal_value!(
                            concat!($($field_doc, "\n"),*),
                            $kind $(($($size),+))? $([$width])? $(= $value)?
                        ),
                    )*
                    about: $crate::About::new($module, concat!($($doc, "\n"),*)),
                }
            }
        }

        impl $crate::Hardware for $name {
            fn ports(&mut self) -> Vec<(&'static str, &mut dyn $crate::Port)> {
                let fields: Vec<Option<(&'static str, &mut dyn $crate::Port)>> =
                    vec![$( $crate::signal_port!(self, $kind $field) ),*];
                fields.into_iter().flatten().collect()
            }
        }
    };
}

/// The type of a line of [`block!`].
#[doc(hidden)]
#[macro_export]
macro_rules! signal_type {
    (count) => { $crate::Parameter<usize> };
    (choice) => { $crate::Parameter<bool> };
    (param [$w:expr]) => { $crate::Parameter<$crate::Bits> };
    (sub $t:ident) => { $t };
    (sub ($n:expr) $t:ident) => { $crate::Blocks<$t> };
    (optional ($n:expr) $t:ident) => { $crate::Optional<$t> };
    (@data signed [$w:expr]) => { $crate::Signed };
    (@data [$w:expr]) => { $crate::Bits };
    (@data) => { bool };
    (memory ($n:expr) $($data:tt)*) => { $crate::Memory<$crate::signal_type!(@data $($data)*)> };
    (cleared_memory ($n:expr) $($data:tt)*) => {
        $crate::Memory<$crate::signal_type!(@data $($data)*)>
    };
    (lut_memory ($n:expr) $($data:tt)*) => {
        $crate::LutMemory<$crate::signal_type!(@data $($data)*)>
    };
    ($kind:ident ($lanes:expr, $n:expr) $($data:tt)*) => {
        $crate::Blocks<$crate::signal_type!($kind ($n) $($data)*)>
    };
    (@one input $t:ty) => { $crate::Wire<$crate::rust_hdl::In, $t> };
    (@one output $t:ty) => { $crate::Wire<$crate::rust_hdl::Out, $t> };
    (@one local $t:ty) => { $crate::Wire<$crate::rust_hdl::Local, $t> };
    (@one reg $t:ty) => { $crate::Register<$t> };
    ($kind:ident ($n:expr) $($rest:tt)*) => { $crate::Array<$crate::signal_type!($kind $($rest)*)> };
    ($kind:ident $($data:tt)*) => {
        $crate::signal_type!(@one $kind $crate::signal_type!(@data $($data)*))
    };
}

/// The value of a line of [`block!`].
#[doc(hidden)]
#[macro_export]
macro_rules! signal_value {
    ($doc:expr, count = $v:expr) => { $crate::Parameter::<usize>::count($v, $doc) };
    ($doc:expr, choice = $v:expr) => { $crate::Parameter::<bool>::choice($v, $doc) };
    ($doc:expr, param [$w:expr] = $v:expr) => { $crate::Parameter::<$crate::Bits>::number($w, $v, $doc) };
    ($doc:expr, sub = $v:expr) => { $v };
    ($doc:expr, sub ($n:expr) = $v:expr) => { $crate::Blocks::new($n, || $v) };
    ($doc:expr, optional ($n:expr) = $v:expr) => { $crate::Optional::new($n, || $v) };
    ($doc:expr, memory ($n:expr)) => { $crate::Memory::new($n, 1, $doc) };
    ($doc:expr, memory ($n:expr) [$w:expr]) => { $crate::Memory::new($n, $w, $doc) };
    ($doc:expr, cleared_memory ($n:expr)) => { $crate::Memory::cleared($n, 1, $doc) };
    ($doc:expr, cleared_memory ($n:expr) [$w:expr]) => { $crate::Memory::cleared($n, $w, $doc) };
    ($doc:expr, lut_memory ($n:expr)) => { $crate::LutMemory::new($n, 1, $doc) };
    ($doc:expr, lut_memory ($n:expr) [$w:expr]) => { $crate::LutMemory::new($n, $w, $doc) };
    ($doc:expr, $kind:ident ($lanes:expr, $n:expr) $($rest:tt)*) => {
        $crate::Blocks::new($lanes, || $crate::signal_value!($doc, $kind ($n) $($rest)*))
    };
    ($doc:expr, $kind:ident ($n:expr) $($rest:tt)*) => {
        $crate::Array::new($n, || $crate::signal_value!($doc, $kind $($rest)*))
    };
    ($doc:expr, reg) => { $crate::Register::new(1, 0, $doc) };
    ($doc:expr, reg = $v:expr) => { $crate::Register::new(1, u128::from($v), $doc) };
    ($doc:expr, reg [$w:expr]) => { $crate::Register::new($w, 0, $doc) };
    ($doc:expr, reg [$w:expr] = $v:expr) => { $crate::Register::new($w, $v, $doc) };
    ($doc:expr, $kind:ident) => { $crate::Wire::new(1, $doc) };
    ($doc:expr, $kind:ident [$w:expr]) => { $crate::Wire::new($w, $doc) };
}

/// The name and the signal of a line of [`block!`] that is a port.
#[doc(hidden)]
#[macro_export]
macro_rules! signal_port {
    ($self:ident, input $field:ident) => {
        Some((stringify!($field), &mut $self.$field))
    };
    ($self:ident, output $field:ident) => {
        Some((stringify!($field), &mut $self.$field))
    };
    ($self:ident, $kind:ident $field:ident) => {
        None
    };
}
