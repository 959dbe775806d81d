//! Macros that [`block!`](crate::block) calls for each line of a list of signals, and for each
//! connection.

/// The type of a line of [`block!`](crate::block).
#[doc(hidden)]
#[macro_export]
macro_rules! signal_type {
    (count) => { $crate::Parameter<usize> };
    (choice) => { $crate::Parameter<bool> };
    (param [$w:expr]) => { $crate::Parameter<$crate::Bits> };
    (sub $t:ident) => { $t };
    (sub ($n:expr) $t:ident) => { $crate::Blocks<$t> };
    (clocked $t:ident) => { $crate::Clocked<$t> };
    (clocked ($n:expr) $t:ident) => { $crate::Blocks<$crate::Clocked<$t>> };
    (optional ($n:expr) $t:ident) => { $crate::Optional<$t> };
    (@data signed [$w:expr]) => { $crate::Signed };
    (@data [$w:expr]) => { $crate::Bits };
    (@data) => { bool };
    (memory ($n:expr) $($data:tt)*) => { $crate::Memory<$crate::signal_type!(@data $($data)*)> };
    (cleared_memory ($n:expr) $($data:tt)*) => {
        $crate::Memory<$crate::signal_type!(@data $($data)*)>
    };
    (block_memory ($n:expr) $($data:tt)*) => {
        $crate::Memory<$crate::signal_type!(@data $($data)*)>
    };
    (cleared_block_memory ($n:expr) $($data:tt)*) => {
        $crate::Memory<$crate::signal_type!(@data $($data)*)>
    };
    (lut_memory ($n:expr) $($data:tt)*) => {
        $crate::LutMemory<$crate::signal_type!(@data $($data)*)>
    };
    ($kind:ident ($lanes:expr, $n:expr) $($data:tt)*) => {
        $crate::Blocks<$crate::signal_type!($kind ($n) $($data)*)>
    };
    (master $t:ident) => { $t<$crate::Master> };
    (master ($n:expr) $t:ident) => { $t<$crate::Master, $crate::Many> };
    (slave $t:ident) => { $t<$crate::Slave> };
    (slave ($n:expr) $t:ident) => { $t<$crate::Slave, $crate::Many> };
    (@one output_reg $t:ty) => { $crate::Register<$t> };
    (@one clock $t:ty) => { $crate::Wire<$crate::rust_hdl::In, $t> };
    (@one async_reg $t:ty) => { $crate::Register<$t> };
    (@one input $t:ty) => { $crate::Wire<$crate::rust_hdl::In, $t> };
    (@one output $t:ty) => { $crate::Wire<$crate::rust_hdl::Out, $t> };
    (@one local $t:ty) => { $crate::Wire<$crate::rust_hdl::Local, $t> };
    (@one reg $t:ty) => { $crate::Register<$t> };
    ($kind:ident ($n:expr) $($rest:tt)*) => { $crate::Array<$crate::signal_type!($kind $($rest)*)> };
    ($kind:ident $($data:tt)*) => {
        $crate::signal_type!(@one $kind $crate::signal_type!(@data $($data)*))
    };
}

/// The value of a line of [`block!`](crate::block).
#[doc(hidden)]
#[macro_export]
macro_rules! signal_value {
    ($doc:expr, count = $v:expr) => { $crate::Parameter::<usize>::count($v, $doc) };
    ($doc:expr, choice = $v:expr) => { $crate::Parameter::<bool>::choice($v, $doc) };
    ($doc:expr, param [$w:expr] = $v:expr) => { $crate::Parameter::<$crate::Bits>::number($w, $v, $doc) };
    ($doc:expr, sub $t:ident = $v:expr) => { $v };
    ($doc:expr, sub ($n:expr) $t:ident = $v:expr) => { $crate::Blocks::new($n, &|| $v) };
    ($doc:expr, clocked $t:ident = $v:expr) => { $crate::Clocked::new($v) };
    ($doc:expr, clocked ($n:expr) $t:ident = $v:expr) => {
        $crate::Blocks::new($n, &|| $crate::Clocked::new($v))
    };
    ($doc:expr, optional ($n:expr) $t:ident = $v:expr) => { $crate::Optional::new($n, || $v) };
    ($doc:expr, master $t:ident ($($p:expr),*)) => { $t::new(1, $doc, $($p),*) };
    ($doc:expr, master ($n:expr) $t:ident ($($p:expr),*)) => { $t::new($n, $doc, $($p),*) };
    ($doc:expr, slave $t:ident ($($p:expr),*)) => { $t::new(1, $doc, $($p),*) };
    ($doc:expr, slave ($n:expr) $t:ident ($($p:expr),*)) => { $t::new($n, $doc, $($p),*) };
    ($doc:expr, $kind:ident signed $($rest:tt)*) => { $crate::signal_value!($doc, $kind $($rest)*) };
    ($doc:expr, $kind:ident ($n:expr) signed $($rest:tt)*) => {
        $crate::signal_value!($doc, $kind ($n) $($rest)*)
    };
    ($doc:expr, $kind:ident ($lanes:expr, $n:expr) signed $($rest:tt)*) => {
        $crate::signal_value!($doc, $kind ($lanes, $n) $($rest)*)
    };
    ($doc:expr, memory ($n:expr)) => { $crate::Memory::new($n, 1, $doc) };
    ($doc:expr, memory ($n:expr) [$w:expr]) => { $crate::Memory::new($n, $w, $doc) };
    ($doc:expr, cleared_memory ($n:expr)) => { $crate::Memory::cleared($n, 1, $doc) };
    ($doc:expr, cleared_memory ($n:expr) [$w:expr]) => { $crate::Memory::cleared($n, $w, $doc) };
    ($doc:expr, block_memory ($n:expr)) => { $crate::Memory::in_block_ram($n, 1, $doc) };
    ($doc:expr, block_memory ($n:expr) [$w:expr]) => {
        $crate::Memory::in_block_ram($n, $w, $doc)
    };
    ($doc:expr, cleared_block_memory ($n:expr)) => {
        $crate::Memory::cleared_in_block_ram($n, 1, $doc)
    };
    ($doc:expr, cleared_block_memory ($n:expr) [$w:expr]) => {
        $crate::Memory::cleared_in_block_ram($n, $w, $doc)
    };
    ($doc:expr, lut_memory ($n:expr)) => { $crate::LutMemory::new($n, 1, $doc) };
    ($doc:expr, lut_memory ($n:expr) [$w:expr]) => { $crate::LutMemory::new($n, $w, $doc) };
    ($doc:expr, $kind:ident ($lanes:expr, $n:expr) $($rest:tt)*) => {
        $crate::Blocks::new($lanes, &|| $crate::signal_value!($doc, $kind ($n) $($rest)*))
    };
    ($doc:expr, $kind:ident ($n:expr) $($rest:tt)*) => {
        $crate::Array::new($n, &|| $crate::signal_value!($doc, $kind $($rest)*))
    };
    ($doc:expr, clock) => { $crate::Wire::clock($doc) };
    ($doc:expr, async_reg) => { $crate::Register::synchronizer(1, $doc) };
    ($doc:expr, async_reg [$w:expr]) => { $crate::Register::synchronizer($w, $doc) };
    ($doc:expr, output_reg) => { $crate::Register::output(1, 0, $doc) };
    ($doc:expr, output_reg = $v:expr) => { $crate::Register::output(1, u128::from($v), $doc) };
    ($doc:expr, output_reg [$w:expr]) => { $crate::Register::output($w, 0, $doc) };
    ($doc:expr, output_reg [$w:expr] = $v:expr) => { $crate::Register::output($w, $v, $doc) };
    ($doc:expr, reg) => { $crate::Register::new(1, 0, $doc) };
    ($doc:expr, reg = $v:expr) => { $crate::Register::new(1, u128::from($v), $doc) };
    ($doc:expr, reg [$w:expr]) => { $crate::Register::new($w, 0, $doc) };
    ($doc:expr, reg [$w:expr] = $v:expr) => { $crate::Register::new($w, $v, $doc) };
    ($doc:expr, $kind:ident) => { $crate::Wire::new(1, $doc) };
    ($doc:expr, $kind:ident [$w:expr]) => { $crate::Wire::new($w, $doc) };
}

/// Takes over the inputs of a line of [`block!`](crate::block).
#[doc(hidden)]
#[macro_export]
macro_rules! signal_enters {
    ($self:ident, input $field:ident) => {
        $crate::Inputs::enter(&mut $self.$field)
    };
    ($self:ident, clock $field:ident) => {
        $crate::Inputs::enter(&mut $self.$field)
    };
    ($self:ident, master $field:ident) => {
        $crate::Inputs::enter(&mut $self.$field)
    };
    ($self:ident, slave $field:ident) => {
        $crate::Inputs::enter(&mut $self.$field)
    };
    ($self:ident, $kind:ident $field:ident) => {
        false
    };
}

/// Whether a line of [`block!`](crate::block) has submodules or memories, and any of them has
/// changed.
#[doc(hidden)]
#[macro_export]
macro_rules! submodule_changed {
    ($self:ident, input $field:ident) => {
        false
    };
    ($self:ident, clock $field:ident) => {
        false
    };
    ($self:ident, async_reg $field:ident) => {
        false
    };
    ($self:ident, output $field:ident) => {
        false
    };
    ($self:ident, output_reg $field:ident) => {
        false
    };
    ($self:ident, local $field:ident) => {
        false
    };
    ($self:ident, reg $field:ident) => {
        false
    };
    ($self:ident, master $field:ident) => {
        false
    };
    ($self:ident, slave $field:ident) => {
        false
    };
    ($self:ident, count $field:ident) => {
        false
    };
    ($self:ident, choice $field:ident) => {
        false
    };
    ($self:ident, param $field:ident) => {
        false
    };
    ($self:ident, $kind:ident $field:ident) => {
        $crate::rust_hdl::Block::has_changed(&$self.$field)
    };
}

/// Lists the ports of a line of [`block!`](crate::block).
#[doc(hidden)]
#[macro_export]
macro_rules! signal_port {
    ($self:ident, $ports:ident, input $field:ident) => {
        $ports.push((stringify!($field).into(), &mut $self.$field))
    };
    ($self:ident, $ports:ident, clock $field:ident) => {
        $ports.push((stringify!($field).into(), &mut $self.$field))
    };
    ($self:ident, $ports:ident, output $field:ident) => {
        $ports.push((stringify!($field).into(), &mut $self.$field))
    };
    ($self:ident, $ports:ident, output_reg $field:ident) => {
        $ports.push((stringify!($field).into(), &mut $self.$field))
    };
    ($self:ident, $ports:ident, master $field:ident) => {
        $self.$field.ports(stringify!($field), &mut $ports)
    };
    ($self:ident, $ports:ident, slave $field:ident) => {
        $self.$field.ports(stringify!($field), &mut $ports)
    };
    ($self:ident, $ports:ident, $kind:ident $field:ident) => {};
}

/// Makes the connections of one line of a `connect` section.
#[doc(hidden)]
#[macro_export]
macro_rules! connect_lines {
    ($module:literal, $self:ident, $children:tt $({$port:tt $($signal:tt)?})+) => {
        $( $crate::connect_line!($module, $self, $children $port $($signal)?); )+
    };
}

/// Makes one connection.
#[doc(hidden)]
#[macro_export]
macro_rules! connect_line {
    ($module:literal, $self:ident, [$child:ident] [$($port:ident).+] [$($signal:ident).+]) => {
        $crate::each(
            concat!(
                "module `", $module, "`: `", stringify!($child), $( ".", stringify!($port), )+
                "` and `", stringify!($($signal).+), "`"
            ),
            &mut $self.$child,
            &mut |slot, child| {
                $crate::Join::join(&mut child.$($port).+, &mut $self.$($signal).+, slot);
            },
        );
    };
    (
        $module:literal, $self:ident,
        [$child:ident $peer:ident] [$($port:ident).+] [$($signal:ident).+]
    ) => {
        $crate::pair(
            concat!(
                "module `", $module, "`: `", stringify!($child), $( ".", stringify!($port), )+
                "` and `", stringify!($peer), $( ".", stringify!($signal), )+ "`"
            ),
            &mut $self.$child,
            &mut $self.$peer,
            &mut |own, child, others, peer| {
                $crate::Join::join_peer(&mut child.$($port).+, &mut peer.$($signal).+, own, others);
            },
        );
    };
    ($module:literal, $self:ident, $children:tt $port:tt) => {
        $crate::connect_line!($module, $self, $children $port $port)
    };
}

/// Describes the connections of one line of a `connect` section.
#[doc(hidden)]
#[macro_export]
macro_rules! connect_descriptions {
    ($list:ident, $children:tt $({$port:tt $($signal:tt)?})+) => {
        $( $list.push($crate::connect_description!($children $port $($signal)?)); )+
    };
}

/// Describes one connection.
#[doc(hidden)]
#[macro_export]
macro_rules! connect_description {
    ([$child:ident] [$($port:ident).+] [$($signal:ident).+]) => {
        $crate::Connection {
            child: stringify!($child).into(),
            port: [$(stringify!($port)),+].join("."),
            peer: None,
            signal: [$(stringify!($signal)),+].join("."),
        }
    };
    ([$child:ident $peer:ident] [$($port:ident).+] [$($signal:ident).+]) => {
        $crate::Connection {
            child: stringify!($child).into(),
            port: [$(stringify!($port)),+].join("."),
            peer: Some(stringify!($peer).into()),
            signal: [$(stringify!($signal)),+].join("."),
        }
    };
    ($children:tt $port:tt) => { $crate::connect_description!($children $port $port) };
}
