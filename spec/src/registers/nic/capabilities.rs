//! Capabilities of the NIC, for drivers.

use super::address;
use crate::{
    nic::{AfterIdle, Nic, Response, Throttled},
    registers::{Entry, Field, WORD_BITS},
};

pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    vec![
        Entry::register(
            "capabilities",
            address::CAPABILITIES,
            "Flows, and their response to marks.",
            capabilities(nic),
        ),
        Entry::register(
            "datapath",
            address::DATAPATH,
            "Width of the datapath, and length of packets.",
            vec![
                Field::constant(
                    "word_bytes",
                    0,
                    8,
                    nic.word_bytes() as u32,
                    "Bytes transferred in one cycle.",
                )
                .unit("bytes"),
                Field::constant(
                    "packet_words",
                    16,
                    16,
                    nic.packet_words(),
                    "Longest packet, VCRC included.",
                )
                .unit("beats"),
            ],
        ),
        Entry::register(
            "clock",
            address::CLOCK,
            "Clock of the NIC.",
            vec![Field::constant(
                "frequency",
                0,
                WORD_BITS,
                nic.clock_hz() as u32,
                "Clock frequency of the configuration.",
            )
            .unit("Hz")],
        ),
    ]
}

fn capabilities(nic: &Nic) -> Vec<Field> {
    let response = match nic.response() {
        Response::Lipd => 0,
        Response::Fimd => 1,
        Response::Aimd => 2,
        Response::Cct => 3,
    };
    let after_idle = u32::from(nic.after_idle() == AfterIdle::Reset);
    let throttled = u32::from(nic.throttled() == Throttled::Sl);
    let flows = nic.flows() as u32;
    vec![
        Field::constant("flows", 0, 13, flows, "Flows, numbered from 0.").unit("flows"),
        Field::constant("window", 16, 5, nic.window(), "Most packets of a flow in flight.")
            .unit("packets"),
        Field::constant(
            "response",
            24,
            2,
            response,
            "Response of a flow's inter-packet delay to marks: 0 LIPD, 1 FIMD, 2 AIMD, 3 congestion \
             control table.",
        ),
        Field::constant(
            "after_idle",
            28,
            1,
            after_idle,
            "Rate of a flow after a time without a packet to send: 0 unchanged, 1 highest. Without \
             meaning for the congestion control table.",
        ),
        Field::constant(
            "throttled",
            29,
            1,
            throttled,
            "Holder of an index into the congestion control table: 0 each flow, 1 each service level.",
        ),
    ]
}
