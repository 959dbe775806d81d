//! The language in which modules are described: signals, memories, interfaces, submodules and their
//! connections, and the list that declares a module.

mod about;
mod array;
mod block;
mod connect;
mod declaration;
mod interface;
mod memory;
mod optional;
mod parameter;
mod signal;
mod simulate;
mod unknown;
mod value;

pub use about::About;
pub use array::{Array, Blocks};
pub use block::Hardware;
pub use connect::{each, pair, Connection, Connections, Instances, Join, Net, Pins, Slot};
pub use declaration::{Declaration, MemoryKind, Role};
pub use interface::{End, Many, Master, One, Shape, Slave};
pub use memory::{address_bits, LutMemory, Memory};
pub use optional::Optional;
pub use parameter::Parameter;
pub use signal::{Element, Port, Register, Wire};
pub use simulate::{clock, settle, CombinationalLoop};
pub use unknown::seed_unknown;
pub use value::{signed_cast, unsigned_cast, Bits, Signed, Value};
