//! Capabilities of the endpoint, for drivers.

use super::address;
use crate::efl::Efl;
use crate::registers::{Entry, Field, WORD_BITS};

pub(super) fn entries(efl: &Efl) -> Vec<Entry> {
    vec![
        Entry::register(
            "capabilities",
            address::CAPABILITIES,
            "Flows, and the retransmission buffer.",
            vec![
                Field::constant("flows", 0, 16, efl.flows() as u32, "Flows, numbered from 0.")
                    .unit("flows"),
                Field::constant(
                    "window",
                    16,
                    16,
                    efl.window(),
                    "Packets of a flow in the retransmission buffer. The host has one credit less for \
                     each flow.",
                )
                .unit("packets"),
            ],
        ),
        Entry::register("format", address::FORMAT, "Frames and ACKs.", format(efl)),
        Entry::register(
            "clock",
            address::CLOCK,
            "Clock of the endpoint.",
            vec![Field::constant(
                "frequency",
                0,
                WORD_BITS,
                efl.clock_hz() as u32,
                "Clock frequency of the configuration.",
            )
            .unit("Hz")],
        ),
        Entry::register(
            "ether_type",
            address::ETHER_TYPE,
            "EtherType of all frames.",
            vec![Field::constant("value", 0, 16, efl.ether_type().into(), "EtherType.")],
        ),
    ]
}

fn format(efl: &Efl) -> Vec<Field> {
    vec![
        Field::constant("payload", 0, 16, efl.payload_bytes(), "Longest payload of a packet.")
            .unit("bytes"),
        Field::constant("ack_every", 16, 8, efl.ack_every(), "Data packets for each ACK.")
            .unit("packets"),
        Field::constant(
            "overhead",
            24,
            6,
            efl.overhead_bytes(),
            "Bytes of a frame on the line in addition to those from the destination address to the last \
             payload byte.",
        )
        .unit("bytes"),
        Field::constant(
            "fcs",
            31,
            1,
            efl.has_fcs().into(),
            "1: the endpoint generates and checks the FCS. 0: the MAC does.",
        ),
    ]
}
