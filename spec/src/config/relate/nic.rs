//! Relates the keys of `[nic]`.

use super::optional;
use crate::{
    config::{document::Document, raw::NicSection, Clock, Datapath, Switch},
    link::{Link, VCRC_BYTES},
    nic::{Nic, Parameters, Response},
    parameter::OutOfRange,
    problem::{Kind, Problem},
};

/// Keys of `[nic]`: some are allowed only with the congestion control table, and `after_idle` only
/// without one.
pub(super) fn section(document: &Document, problems: &mut Vec<Problem>) -> Option<NicSection> {
    let response = optional(document, "nic.response")?;
    let has_table = response == Some(Response::Cct);
    let place = document.place("nic.response");
    let (of_table, of_rates): (&[_], &[_]) =
        (&["nic.cct_entries", "nic.throttled"], &["nic.after_idle"]);
    for key in if has_table { of_rates } else { of_table } {
        if document.entry(key).is_none() {
            continue;
        }
        problems.retain(|problem| problem.key != *key);
        let name = key.trim_start_matches("nic.");
        let (needed, label, response) = match has_table {
            true => {
                ("lipd, fimd or aimd", "the response cct has no rate after idling", "another one")
            }
            false => ("cct", "this response has no table", "\"cct\""),
        };
        let message = format!("`{key}` is allowed only with {needed}");
        problems.push(
            Problem::new(Kind::Superfluous, key, document.locate(key), message)
                .label(label)
                .note(place.clone(), "the response")
                .help(format!("remove `{name}`, or set the response to {response}")),
        );
    }
    Some(NicSection {
        flows: optional(document, "nic.flows")?,
        window: optional(document, "nic.window")?,
        response,
        after_idle: optional(document, "nic.after_idle")?,
        cct_entries: optional(document, "nic.cct_entries")?,
        throttled: optional(document, "nic.throttled")?,
        receive_packets: optional(document, "nic.receive_packets")?,
    })
}

/// Parameters of the NIC, or the parameter that is out of range.
///
/// The arguments need not be valid, so nothing may overflow.
pub(super) fn nic(
    section: NicSection,
    switch: Switch,
    datapath: Datapath,
    clock: Clock,
    link: Link,
) -> Result<Nic, OutOfRange> {
    const BITS_PER_BYTE: usize = 8;
    let word_bytes = (datapath.width_bits() / BITS_PER_BYTE).max(1);
    let packet_bytes = switch.max_packet_bytes().saturating_add(VCRC_BYTES);
    let nic = Nic::new(Parameters {
        flows: section.flows.unwrap_or(Nic::DEFAULT_FLOWS),
        response: section.response.unwrap_or_default(),
        after_idle: section.after_idle.unwrap_or_default(),
        window: section.window.unwrap_or(Nic::DEFAULT_WINDOW),
        cct_entries: section.cct_entries.unwrap_or(Nic::DEFAULT_CCT_ENTRIES),
        throttled: section.throttled.unwrap_or_default(),
        virtual_lanes: link.virtual_lanes() as u32,
        period_cycles: link.period_cycles() as u32,
        packet_words: packet_bytes.div_ceil(word_bytes) as u32,
        word_bytes: word_bytes as u32,
        clock_hz: clock.frequency_hz(),
    })?;
    section.receive_packets.map_or(Ok(nic), |packets| nic.with_receive_buffer(packets))
}
