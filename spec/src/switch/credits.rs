//! Credits of an output port: those that the other end has granted, less those of all packets that
//! have been started.
//!
//! A packet starts only if there are credits for it, by its own length (IBA 7.9.4). Its blocks are
//! *claimed* when it starts, long before it is on the link; those of a packet that is dropped after
//! that are *waived*. Per data VL *v*, in blocks, modulo 4096:
//!
//! ```text
//! limit'[v]       = update_fccl    if update and update_vl is this VL, else limit[v]
//! claimed'[v]     = claimed[v] + (claim_blocks if claim and claim_lane = v)
//!                              - (waive_blocks if waive and waive_lane = v)
//! initialised'[v] = 1              if update and update_vl is this VL, else initialised[v]
//! rest[v]         = (limit[v] - claimed[v]) mod 4096, 0 if that is more than 2048
//! margin          = a longest packet    if begins or claim, else 0
//! available'[v]   = 0              if not initialised[v], else
//!                   min(max(rest[v] - margin, 0), a longest packet)
//! ```
//!
//! A packet for the output port starts in the cycle of `begins`; its blocks come with `claim` in the
//! next one. In both, `margin` stands for them, so that `available` never includes them. Reset
//! clears all state.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `update` | 1 | a good flow-control packet has been received |
//! | in `update_vl` | [`VL_BITS`](crate::link::credit_sender::VL_BITS) | VL of that packet; one that is not configured changes nothing |
//! | in `update_fccl` | 12 | FCCL of that packet |
//! | in `begins` | 1 | a packet for the output port starts |
//! | in `claim` | 1 | a packet for the output port started in the cycle before |
//! | in `claim_lane` | [`lane_bits`](super::ingress::lane_bits) | index of its VL; VL15 claims nothing |
//! | in `claim_blocks` | [`Port::block_bits`](super::port::Port::block_bits) | its blocks |
//! | in `waive` | 1 | a packet that was claimed is dropped |
//! | in `waive_lane` | [`lane_bits`](super::ingress::lane_bits) | index of its VL; VL15 waives nothing |
//! | in `waive_blocks` | [`Port::block_bits`](super::port::Port::block_bits) | its blocks |
//! | out `available` | data VLs × [`Port::block_bits`](super::port::Port::block_bits) | blocks of the longest packet that may start |
//! | out `initialised` | data VLs × 1 | the other end has announced its credits |
//!
//! Module: `tailback_output_credits`. Its parameters are those of a [`Port`](super::port::Port).
