//! Traces by hand.
