//! The ports of a block: one table that the Verilog, the co-simulation and the golden model share.

mod table;

pub use table::{ClockPort, Direction, Port, PortTable};

use serde::{de::DeserializeOwned, Serialize};

/// A value that fills one port, or values that fill the ports of an interface.
pub trait PortField {
    /// Number of ports.
    const PORTS: usize = 1;

    /// Appends the names of the ports of the field `name`, in order.
    fn names(name: &str, names: &mut Vec<String>) {
        names.push(name.into());
    }

    /// 64-bit words of the ports that the value fills.
    #[inline]
    fn words(ports: &[Port]) -> usize {
        ports[0].words()
    }

    /// Appends the descriptions of the ports of a field with the description `doc`, in order.
    fn docs(doc: &str, docs: &mut Vec<String>) {
        docs.push(doc.into());
    }

    /// Writes the value into all of `words`, in the form of `ports`.
    fn store(&self, ports: &[Port], words: &mut [u64]);

    /// Reads the value that [`store`](Self::store) would write as `words`. Bits that the ports do
    /// not have must be 0.
    fn load(ports: &[Port], words: &[u64]) -> Self
    where
        Self: Sized;
}

/// A value of which [`port_values!`](crate::port_values) makes fields.
pub trait PortValue:
    PortField
    + Clone
    + Default
    + std::fmt::Debug
    + PartialEq
    + Serialize
    + DeserializeOwned
    + Send
    + 'static
{
}

impl<T> PortValue for T where
    T: PortField
        + Clone
        + Default
        + std::fmt::Debug
        + PartialEq
        + Serialize
        + DeserializeOwned
        + Send
        + 'static
{
}

/// One value for each port of one direction of a block, in the order of its [`PortTable`].
///
/// Declared with [`port_values!`](crate::port_values).
pub trait PortValues: PortValue {
    /// The ports' names, in order. Those of an interface begin with the name of its field.
    fn port_names() -> Vec<String>;

    /// Descriptions of the ports, in order: one or more sentences, on one line.
    fn port_docs() -> Vec<String>;
}

impl PortField for bool {
    // At most 64 bits: nothing to be computed in each cycle.
    #[inline]
    fn words(_: &[Port]) -> usize {
        1
    }

    #[inline]
    fn store(&self, _: &[Port], words: &mut [u64]) {
        words[0] = u64::from(*self);
    }

    fn load(_: &[Port], words: &[u64]) -> Self {
        words[0] != 0
    }
}

/// A port of up to 64 bits as one number: a single value, or one bit for each of up to 64 lanes.
impl PortField for u64 {
    // At most 64 bits: nothing to be computed in each cycle.
    #[inline]
    fn words(_: &[Port]) -> usize {
        1
    }

    #[inline]
    fn store(&self, _: &[Port], words: &mut [u64]) {
        words[0] = *self;
    }

    fn load(_: &[Port], words: &[u64]) -> Self {
        words[0]
    }
}

/// A port that does not exist.
impl PortField for () {
    const PORTS: usize = 0;

    fn names(_: &str, _: &mut Vec<String>) {}

    fn docs(_: &str, _: &mut Vec<String>) {}

    #[inline]
    fn words(_: &[Port]) -> usize {
        0
    }

    #[inline]
    fn store(&self, _: &[Port], _: &mut [u64]) {}

    fn load(_: &[Port], _: &[u64]) -> Self {}
}

/// The values of a port with several lanes, lane 0 first: as many as a `u64` has bits, so that a
/// port with one value per lane and one with one bit per lane go together. Held inline, because a
/// model makes some in every cycle.
///
/// Lanes at the end that are not given are 0.
pub type Lanes = arrayvec::ArrayVec<u32, { u64::BITS as usize }>;

/// The values of a port with several lanes of more than 32 bits, lane 0 first, as one bit for each
/// output port in each input port's lane. Lanes at the end that are not given are 0.
pub type WideLanes = arrayvec::ArrayVec<u64, { u64::BITS as usize }>;

/// The values of a port with more lanes than [`Lanes`] holds, lane 0 first, as one value for each VL
/// of each port. Lanes at the end that are not given are 0.
pub type ManyLanes = Vec<u32>;

/// Each lane must be less than 2<sup>`width`</sup>.
impl PortField for ManyLanes {
    fn store(&self, ports: &[Port], words: &mut [u64]) {
        store_lanes(self, ports[0].width, words);
    }

    fn load(ports: &[Port], words: &[u64]) -> Self {
        lanes_of(&ports[0], words).map(|lane| lane as u32).collect()
    }
}

/// The value of a port with one lane of up to 640 bits, least significant word first: a word of the
/// datapath with what goes along with it. Words at the end that are not given are 0.
pub type WideWord = arrayvec::ArrayVec<u64, 10>;

/// Bits that the port does not have must be 0.
impl PortField for WideWord {
    #[inline]
    fn store(&self, _: &[Port], words: &mut [u64]) {
        let given = self.len().min(words.len());
        words[..given].copy_from_slice(&self[..given]);
        words[given..].fill(0);
    }

    fn load(_: &[Port], words: &[u64]) -> Self {
        words.iter().copied().take(Self::new_const().capacity()).collect()
    }
}

/// The values of a port with several lanes of up to 640 bits each, lane 0 first. Lanes at the end
/// that are not given are 0.
pub type WideWords = Vec<WideWord>;

/// Bits that a lane does not have must be 0.
impl PortField for WideWords {
    fn store(&self, ports: &[Port], words: &mut [u64]) {
        let width = ports[0].width;
        words.fill(0);
        for (lane, value) in self.iter().enumerate() {
            let used = value.iter().take(width.div_ceil(64)).enumerate();
            for (part, &bits) in used.filter(|(_, bits)| **bits != 0) {
                let first = lane * width + part * 64;
                let (word, shift) = (first / 64, first % 64);
                words[word] |= bits << shift;
                let rest = bits >> 1 >> (63 - shift);
                if rest != 0 {
                    words[word + 1] |= rest;
                }
            }
        }
    }

    fn load(ports: &[Port], words: &[u64]) -> Self {
        let Port { lanes, width, .. } = ports[0];
        let lane = |lane: usize| {
            let parts = (0..width).step_by(64).take(WideWord::new_const().capacity());
            parts.map(|part| bits(words, lane * width + part, 64.min(width - part))).collect()
        };
        (0..lanes).map(lane).collect()
    }
}

/// Each lane must be less than 2<sup>`width`</sup>; `width` is at most 64.
impl<T: Copy + Default + Into<u64> + TryFrom<u64>> PortField
    for arrayvec::ArrayVec<T, { u64::BITS as usize }>
{
    #[inline]
    fn store(&self, ports: &[Port], words: &mut [u64]) {
        store_lanes(self, ports[0].width, words);
    }

    fn load(ports: &[Port], words: &[u64]) -> Self {
        let lanes = lanes_of(&ports[0], words).take(u64::BITS as usize);
        lanes.map(|lane| T::try_from(lane).unwrap_or_default()).collect()
    }
}

/// The lanes of up to 64 bits that a port packs into `words`, lane 0 first.
fn lanes_of<'a>(port: &Port, words: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
    let width = port.width;
    (0..port.lanes).map(move |lane| bits(words, lane * width, width))
}

/// `count` bits of `words`, 1 to 64, from bit `first` on.
fn bits(words: &[u64], first: usize, count: usize) -> u64 {
    let (word, shift) = (first / 64, first % 64);
    let mut bits = words[word] >> shift;
    if shift + count > 64 {
        bits |= words[word + 1] << (64 - shift);
    }
    bits & u64::MAX >> (64 - count)
}

#[inline]
fn store_lanes<T: Copy + Into<u64>>(lanes: &[T], width: usize, words: &mut [u64]) {
    if width == BYTE_BITS {
        return store_bytes(lanes, words);
    }
    // The word being filled stays in a register until it is full.
    let (mut word, mut bits, mut filled) = (0, 0, 0);
    for &lane in lanes {
        let lane: u64 = lane.into();
        bits |= lane << filled;
        filled += width;
        if filled >= 64 {
            words[word] = bits;
            word += 1;
            filled -= 64;
            bits = if filled == 0 { 0 } else { lane >> (width - filled) };
        }
    }
    if filled > 0 {
        words[word] = bits;
        word += 1;
    }
    if word < words.len() {
        words[word..].fill(0);
    }
}

const BYTE_BITS: usize = u8::BITS as usize;

/// Lanes of eight bits: the usual counter, and shifts by constants take half the time.
#[inline]
fn store_bytes<T: Copy + Into<u64>>(lanes: &[T], words: &mut [u64]) {
    const LANES_PER_WORD: usize = 64 / BYTE_BITS;
    let full = lanes.chunks_exact(LANES_PER_WORD);
    let rest = full.remainder();
    let word = |lanes: &[T]| {
        let bytes = lanes.iter().enumerate();
        bytes.fold(0, |word, (lane, &value)| word | value.into() << (lane * BYTE_BITS))
    };
    let filled = full.len();
    for (lanes, target) in full.zip(words.iter_mut()) {
        *target = word(lanes);
    }
    if let Some(after) = words.get_mut(filled..) {
        after.fill(0);
        if let Some(last) = after.first_mut() {
            *last = word(rest);
        }
    }
}

/// Declares a struct with one field per port or interface, and its [`PortValues`].
///
/// A struct may be the type of a field of another one, as an interface: its ports then have the
/// names `field_port`. The types of its fields may be parameters, so that one declaration serves a
/// single interface and an array of them.
///
/// ```
/// tailback_spec::port_values! {
///     /// Bytes for a module.
///     pub struct Bytes<Bit, Number> {
///         /// Byte valid.
///         pub valid: Bit,
///         /// The byte.
///         pub data: Number,
///     }
/// }
///
/// tailback_spec::port_values! {
///     /// Inputs of an example.
///     pub struct Inputs {
///         /// A packet starts to wait for output *j*: one bit per output.
///         pub enqueue: u64,
///         /// Received bytes.
///         pub rx: Bytes<bool, u64>,
///     }
/// }
/// let names = <Inputs as tailback_spec::PortValues>::port_names();
/// assert_eq!(names, ["enqueue", "rx_valid", "rx_data"]);
/// ```
#[macro_export]
macro_rules! port_values {
    ($(#[$attribute:meta])* pub struct $name:ident $(<$($kind_of:ident),+>)? {
        $( $(#[doc = $doc:literal])* pub $field:ident : $kind:ty ),* $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "tailback_spec::serde")]
        pub struct $name $(<$($kind_of),+>)? {
            $( $(#[doc = $doc])* pub $field: $kind, )*
        }

        impl $(<$($kind_of: $crate::ports::PortValue),+>)? $crate::ports::PortField
            for $name $(<$($kind_of),+>)?
        {
            const PORTS: usize = 0 $( + <$kind as $crate::ports::PortField>::PORTS )*;

            fn names(name: &str, names: &mut Vec<String>) {
                $(
                    <$kind as $crate::ports::PortField>::names(
                        &format!("{name}_{}", stringify!($field)), names);
                )*
            }

            fn docs(_: &str, docs: &mut Vec<String>) {
                docs.extend(<Self as $crate::PortValues>::port_docs());
            }

            #[inline]
            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn words(ports: &[$crate::Port]) -> usize {
                let (mut port, mut words) = (0, 0);
                $(
                    let next = port + <$kind as $crate::ports::PortField>::PORTS;
                    words += <$kind as $crate::ports::PortField>::words(&ports[port..next]);
                    port = next;
                )*
                words
            }

            #[inline]
            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn store(&self, ports: &[$crate::Port], image: &mut [u64]) {
                let (mut port, mut word) = (0, 0);
                $(
                    let next = port + <$kind as $crate::ports::PortField>::PORTS;
                    let own = &ports[port..next];
                    let words = <$kind as $crate::ports::PortField>::words(own);
                    $crate::ports::PortField::store(
                        &self.$field, own, &mut image[word..word + words]);
                    word += words;
                    port = next;
                )*
            }

            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn load(ports: &[$crate::Port], image: &[u64]) -> Self {
                let (mut port, mut word) = (0, 0);
                $name { $( $field: {
                    let next = port + <$kind as $crate::ports::PortField>::PORTS;
                    let own = &ports[port..next];
                    let words = <$kind as $crate::ports::PortField>::words(own);
                    let value = <$kind as $crate::ports::PortField>::load(
                        own, &image[word..word + words]);
                    word += words;
                    port = next;
                    value
                }, )* }
            }
        }

        impl $(<$($kind_of: $crate::ports::PortValue),+>)? $crate::PortValues
            for $name $(<$($kind_of),+>)?
        {
            fn port_names() -> Vec<String> {
                #[allow(unused_mut)]
                let mut names = Vec::new();
                $( <$kind as $crate::ports::PortField>::names(stringify!($field), &mut names); )*
                names
            }

            fn port_docs() -> Vec<String> {
                #[allow(unused_mut)]
                let mut docs = Vec::new();
                $(
                    let lines: &[&str] = &[$($doc),*];
                    <$kind as $crate::ports::PortField>::docs(lines.concat().trim(), &mut docs);
                )*
                docs
            }
        }
    };
}
