//! The NIC: a channel adapter in the terms of InfiniBand, between the host and the link.
//!
//! A *doorbell* from the host indicates that a flow has a packet ready; a *grant* requests that the
//! flow starts one. The packet enters at `s_axis_host`, with its flow in `tid`; in its first beat,
//! `tuser` indicates that a further one is ready. A grant for which there is no packet any more is
//! *declined*. A packet whose ACK will never be received (lost, or of a service without ACKs) is
//! *released*, so that the window of its flow opens. Packets from the link are passed to the host
//! at once and in full, except congestion notification packets. With a receive buffer, the host can
//! stall them; replies and responses do not wait for the host.
//!
//! The logic of the NIC itself is given below; all else is in its modules, whose ports are
//! connected by name. *Before* is the value of the cycle before, 0 after reset.
//!
//! | module | inputs, other than those of the same name |
//! |---|---|
//! | [`transmit`](super::transmit) | `s_*` from `s_axis_host`, `s_flow` = `tid`, `s_more` = `tuser`; `decline*` from `s_axis_decline`; `start_ready`, `look_up`, `start_ignored` of the limiter; replies of the reflector, see below; `host_may_send`, `answer_may_send`, see below; `m_ready` of the link output |
//! | [`rate_limiter`](super::rate_limiter) | `doorbell*` from `s_axis_doorbell`; `start*` of transmit; `ack*`, `delay`, see below; `grant_ready` from `m_axis_grant` |
//! | [`receive`](super::receive) | `rx_*` from `s_axis_link`: `tuser` bit 0 is `rx_flow_control`, bit 1 `rx_bad` |
//! | [`receive_buffer`](super::receive_buffer), if there is one | `s_*` = `m_host_*` of receive; `received`, `received_vl` of receive; `m_ready` from `m_axis_host` |
//! | [`reflector`](super::reflector) | `qp_base` and `write*` = `qp_write*` of the registers; `packet` = `decoded` of receive, and its fields; `answer_ready` of transmit; `sent*` see below; `release*` from `s_axis_release` |
//! | ACK queue: [`queue`](super::queue), [`Nic::ack_queue`] | see below |
//! | BECN queue: [`queue`](super::queue), [`Nic::becn_queue`] | see below |
//! | [`response`](super::response), without a table | `ack*`, see below; `look_up`, `look_up_flow`, `look_up_fresh` of the limiter |
//! | [`congestion_table`](super::congestion_table), with one | settings and `write*`, `read_*` of the registers; `becn*`, `look_up*`, see below |
//! | [`registers`](super::registers) | `s_axil_*`; `event_*`, `read_*`, `ccti`, `time_stamp` and `table_ready` = `ready` of the table; `changed*` of the response; others see below |
//! | [`credit_sender`](crate::link::credit_sender) | `update*` of the checker, with FCCL; `blocks` = `host_blocks`, for each VL; `send` = `begins`, with `begins_vl` and `begins_blocks` |
//! | [`credit_receiver`](crate::link::credit_receiver) | `update*` of the checker, with FCTBS; `received`, `received_vl`; `free` of the receive buffer, or without one [`MOST_OFFERED`](crate::link::MOST_OFFERED), for each VL |
//! | [flow-control checker](crate::link::flow_control) | `valid`, `packet` = `flow_control`, `flow_control_packet` of receive |
//! | [flow-control transmitter](crate::link::flow_control) | `active` = `link_active`; `fctbs` = `sent` of the link output; `fccl` of the receiver; `ready` = `flow_control_ready` of the link output |
//!
//! The link is [`Nic::link`]. `m_axis_host` is `m_*` of the receive buffer, or without one `m_host_*`
//! of receive. A module that does not exist takes no inputs, and its outputs are 0.
//!
//! ```text
//! host_may_send'   = link_active and not settles' and (host_vl is 15, or may_send[host_vl] of the sender)
//! answer_may_send' = link_active and not settles' and (reply_vl is 15, or may_send_one[reply_vl] of the sender)
//! settles'         = begins, or begins before
//! ```
//!
//! A VL that is not configured has no credits, except VL15. The sender's outputs are registers, too:
//! in the cycle in which a packet begins and in the next one, they do not include its blocks yet.
//! Hence `settles` is 1 in the two cycles after one with `begins`, and both `may_send` are 0 then.
//! From the third one on they are right: credits only grow until the next packet begins. Both are
//! right for a packet whose `host_vl` and `host_blocks`, or `reply_vl`, have been known for two
//! cycles. A packet that waits for credits begins three cycles after the update that brings them.
//!
//! A reply is that of the reflector with the opcode [`OPCODE_CNP`](crate::wire::bth::OPCODE_CNP) if
//! `answer_cnp` is high, else with that of an ACK ([`RC_ACK`](super::reflector::RC_ACK)), and with
//! [`SYNDROME`] and [`MSN`] in the AETH.
//!
//! # ACKs, BECNs and delays
//!
//! ```text
//! reflector:   sent = sent, drops[Truncated] or drops[TooLong] of transmit
//!              sent_flow, sent_psn = those of transmit    sent_numbered = sent of transmit
//! ACK queue:   put, put_flow = ack, ack_flow of the reflector
//!              put_kind = bit MARKED: ack_marked; bit RELEASED: ack_released; from bit COUNT: ack_count
//! limiter:     ack_flow, ack_count = those of the ACK queue
//!
//! with a table:
//!   BECN queue:      put = becn of the reflector and control_map[becn_sl]    put_kind = becn_sl
//!   limiter:         ack = offered                 by the ACK queue
//!   ACK queue:       take = ack_ready              of the limiter
//!   congestion_table: becn, becn_flow, becn_sl = offered, flow, kind    by the BECN queue
//!   BECN queue:      take = becn_ready
//!   congestion_table: look_up = look_up of the limiter, or ask of the registers
//!                    look_up_flow, look_up_sl = those of the limiter and first_sl of transmit with look_up
//!                                     of the limiter, else ask_flow and ask_sl
//!   registers:       ask_ready = not look_up of the limiter
//!   limiter:         delay = that of the table if control_map[first_sl] was 1 in the third cycle before, else 0
//!
//! without:
//!   BECN queue:      put = becn and not (ack and not ack_released) of the reflector    put_kind = 0
//!   both   = offered by the ACK queue, and not RELEASED
//!   limiter:         ack = offered by the ACK queue, and (ack_ready of the response, if both)
//!   response:        ack = (both and ack_ready of the limiter), or (offered by the BECN queue, and not both)
//!                    ack_flow, ack_marked = those of the ACK queue if both, else flow of the BECN queue, and 1
//!   ACK queue:       take = ack_ready of the limiter, and (ack_ready of the response, if both)
//!   BECN queue:      take = ack_ready of the response, and not both
//!   limiter:         delay = ipd of the response in the cycle before, 0 after reset
//! ```
//!
//! An ACK opens the window by all packets that it acknowledges, and changes the rate once, in the
//! same cycle. A BECN without an ACK (of a CNP, or of an ACK for no packet in flight) only slows
//! the flow down. With `both` the BECN queue waits, whether the limiter is ready or not: there is
//! at most one ACK in four cycles.
//!
//! Without a table, `time_stamp` is what it would be with one: ticks of 1.024 µs since reset, see
//! [`congestion_table`](super::congestion_table).
//!
//! # Transmission to the link
//!
//! A flow-control packet is transmitted between two packets, and before the next one, as by an
//! [`egress`](crate::switch::egress); `m_*` are those of transmit. The outputs are registers, and
//! behind them is a *spare* entry, so that no signal depends on `m_axis_link_tready` in the same
//! cycle.
//!
//! ```text
//! tells              = valid of the flow-control transmitter, and not inside
//! m_ready            = the spare is empty, and not tells
//! flow_control_ready = the spare is empty, and tells
//! enters             = (m_valid and m_ready) or flow_control_ready
//! frees              = not m_axis_link_tvalid, or m_axis_link_tready
//! inside'            = not m_last    if m_valid and m_ready, else inside
//! sent[vl]'          = sent[vl] + P div 16 + 1    if m_valid and m_ready and not inside, and the packet's VL is vl
//!
//! m_axis_link_tvalid' = 1 if the spare is full, else enters          if frees, else m_axis_link_tvalid
//! m_axis_link_*'      = the spare if it is full, else the beat that
//!                       enters if one does, else m_axis_link_*       if frees, else m_axis_link_*
//! the spare           is filled with the beat that enters            if enters and not frees,
//!                     is emptied                                     if frees
//! ```
//!
//! with VL and PktLen *P* of the beat `m_data` that begins the packet. `sent` already includes the
//! blocks of this cycle, modulo 4096, as that of an egress does. The beat that enters is that of
//! transmit: `tdata`, `tkeep`, `tlast` = `m_data`, `m_keep`, `m_last`, bit 1 of `tuser` = `m_bad`,
//! bit 0 of it 0; or with `tells` the flow-control packet: its bits 47 to 40 are the first byte, the
//! bytes behind are 0, `tkeep` marks six valid bytes, `tlast` is 1, and `tuser` is 1. So a beat is
//! on the link from the cycle after that in which it enters on, or later. Without `tvalid`, the
//! signals of the beat keep their last values. Reset empties both entries, and clears the outputs.
//!
//! # Inputs of the registers
//!
//! ```text
//! start, start_flow, start_sl, start_bytes          = sent, sent_flow, sent_sl, sent_bytes of transmit
//! becn, becn_flow                                   = those of the reflector
//! becn_lid                                          = slid of receive, three cycles before
//! throttled, throttled_flow, throttled_cycles       = delayed, delayed_flow, delayed_cycles of the limiter
//! ```
//!
//! | `happened` for | condition |
//! |---|---|
//! | `packets_in` | `decoded` or `passed` of receive |
//! | `packets_out` | `sent` or one of `answered` of transmit |
//! | `credit_stalls` | `lacks_credits` of transmit, and not `settles` |
//! | `bad_flow_control` | `bad_framing` of receive, `refused` of the receive buffer, or `bad_crc`, `bad_op`, `bad_vl` of the checker |
//! | `acks` | `ack` of the reflector, and not `ack_released` |
//! | `becns_lost` | `put` of the BECN queue, and it is full |
//! | `fecn_received`, `becn_received` | `decoded`, with FECN, with BECN |
//! | `fecn_ignored` | `decoded` with FECN, and the DLID is multicast as in the [`reflector`](super::reflector), or the opcode that of a CNP or of an ACK |
//! | `cnp_received` | `decoded`, with the opcode of a CNP |
//! | `becn_sent` | `answered[1]`, or `answered[0]` and BECN was set in the reply that was accepted last before this cycle |
//! | `cnp_sent` | `answered[1]` |
//! | `cnp_joined`, `ack_joined` | `joined_cnp`, `joined_ack` of the reflector |
//! | those of `malformed`, in that order | `drops` of receive |
//! | `unknown_qp` | `unknown` of the reflector |
//! | `unknown_flow`, `starts` | `drops[UnknownFlow]`, `drops[NoGrant]` of transmit |
//! | `acks`, `declines` | `ack_ignored` of the reflector, `decline_ignored` of transmit |
//! | `bad_host_header` | `drops[BadVersion]`, `drops[BadVirtualLane]` or `drops[BadLength]` of transmit |
//! | `bad_host_length` | `drops[Truncated]` or `drops[TooLong]` of transmit |
//!
//! Ports, in this order: the inputs `s_axil_*` of [`super::registers`], those below, the outputs
//! `s_axil_*`, those below.
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `link_active` | 1 | the link is up |
//! | in `s_axis_link_tvalid` | 1 | a beat is received from the link; it cannot be stalled |
//! | in `s_axis_link_tdata` | width | bytes of the beat |
//! | in `s_axis_link_tkeep` | bytes | valid bytes of the beat, with `tlast` |
//! | in `s_axis_link_tlast` | 1 | last beat of its packet |
//! | in `s_axis_link_tuser` | 2 | bit 0: the beat is a flow-control packet; bit 1: the packet is bad |
//! | in `m_axis_link_tready` | 1 | the link accepts the beat |
//! | in `s_axis_host_tvalid` | 1 | the host has a beat |
//! | in `s_axis_host_tdata` | width | bytes of the beat |
//! | in `s_axis_host_tkeep` | bytes | valid bytes of the beat, with `tlast` |
//! | in `s_axis_host_tlast` | 1 | last beat of its packet |
//! | in `s_axis_host_tid` | [`Nic::flow_bits`] | flow of the packet |
//! | in `s_axis_host_tuser` | 1 | a further packet of the flow is ready; in the first beat |
//! | in `m_axis_host_tready` | 1 | the host takes the beat; only with a receive buffer |
//! | in `s_axis_doorbell_tvalid` | 1 | a flow has a packet ready |
//! | in `s_axis_doorbell_tdata` | [`Nic::flow_bits`] | that flow |
//! | in `m_axis_grant_tready` | 1 | the grant is accepted |
//! | in `s_axis_decline_tvalid` | 1 | there is no packet for a grant after all |
//! | in `s_axis_decline_tdata` | [`Nic::flow_bits`] | flow that was granted |
//! | in `s_axis_release_tvalid` | 1 | a packet in flight is given up |
//! | in `s_axis_release_tdata` | [`Nic::flow_bits`] | flow of that packet |
//! | out `m_axis_link_tvalid` | 1 | a beat is transmitted to the link |
//! | out `m_axis_link_tdata` | width | as that of `s_axis_link` |
//! | out `m_axis_link_tkeep` | bytes | as that of `s_axis_link` |
//! | out `m_axis_link_tlast` | 1 | as that of `s_axis_link` |
//! | out `m_axis_link_tuser` | 2 | as that of `s_axis_link` |
//! | out `s_axis_host_tready` | 1 | the host's beat is accepted |
//! | out `m_axis_host_tvalid` | 1 | a beat for the host; without a receive buffer, it cannot be stalled |
//! | out `m_axis_host_tdata` | width | bytes of the beat |
//! | out `m_axis_host_tkeep` | bytes | valid bytes of the beat |
//! | out `m_axis_host_tlast` | 1 | last beat of its packet |
//! | out `m_axis_host_tuser` | 1 | the packet is bad; with `tlast` |
//! | out `s_axis_doorbell_tready` | 1 | the doorbell is accepted |
//! | out `m_axis_grant_tvalid` | 1 | a flow is to start a packet |
//! | out `m_axis_grant_tdata` | [`Nic::flow_bits`] | that flow |
//! | out `s_axis_decline_tready` | 1 | the decline is accepted |
//! | out `s_axis_release_tready` | 1 | the release is accepted |
//!
//! *Width* is [`Port::width_bits`](crate::switch::port::Port::width_bits), *bytes* is
//! [`Port::width_bytes`](crate::switch::port::Port::width_bytes) of [`Nic::port`]. Module:
//! `tailback_nic`.
//!
//! [`Nic::ack_queue`]: super::Nic::ack_queue
//! [`Nic::becn_queue`]: super::Nic::becn_queue
//! [`Nic::flow_bits`]: super::Nic::flow_bits
//! [`Nic::link`]: super::Nic::link
//! [`Nic::port`]: super::Nic::port

/// AETH of an ACK: an acknowledgement that carries no end-to-end credits (IBA 9.7.5.2.8), since
/// only the host knows its receive buffers.
pub const SYNDROME: u8 = 0x1F;

/// AETH of an ACK: message sequence number. The NIC does not count messages; without end-to-end
/// credits, a requester completes its work by the PSN.
pub const MSN: u32 = 0;
