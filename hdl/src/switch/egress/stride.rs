//! Strides: equal parts of a beat, in which the change of a VCRC is computed.

use tailback_spec::switch::port::Port;

/// Bytes of the longest stride.
const STRIDE_BYTES: usize = 16;

/// Bytes of a stride.
pub(super) fn stride_bytes(port: &Port) -> usize {
    port.width_bytes().min(STRIDE_BYTES)
}

/// Strides of a beat.
pub(super) fn strides(port: &Port) -> usize {
    port.width_bytes() / stride_bytes(port)
}
