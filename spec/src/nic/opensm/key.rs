//! Keys of OpenSM's configuration.

macro_rules! keys {
    ($($name:ident $text:literal $about:literal)*) => {
        $(pub const $name: &str = $text;)*

        /// Each key with its description, in the order in which OpenSM writes them.
        pub const ALL: &[(&str, &str)] = &[$(($text, $about)),*];
    };
}

keys! {
    ENABLED "congestion_control"
        "Whether OpenSM sends the settings at all: TRUE or FALSE."
    KEY "cc_key"
        "The key with which OpenSM signs its packets."
    OUTSTANDING_MADS "cc_max_outstanding_mads"
        "Packets of OpenSM that may wait for an answer."
    SWITCH_CONTROL_MAP "cc_sw_cong_setting_control_map"
        "Which settings of switches count, from the least bit on: victim mask, credit mask, \
         threshold and packet size, credit starvation, marking rate."
    VICTIM_MASK "cc_sw_cong_setting_victim_mask"
        "A bit for each port that marks victims of congestion, too: up to 64 hexadecimal digits."
    CREDIT_MASK "cc_sw_cong_setting_credit_mask"
        "A bit for each port to which credit starvation applies: up to 64 hexadecimal digits."
    THRESHOLD "cc_sw_cong_setting_threshold"
        "When switches mark: 0 never, 1 is the loosest, 15 the tightest."
    PACKET_SIZE "cc_sw_cong_setting_packet_size"
        "Shorter packets are never marked. Blocks of 64 bytes."
    STARVATION_THRESHOLD "cc_sw_cong_setting_credit_starvation_threshold"
        "When credits are missing: 0 never, 1 is the loosest, 15 the tightest."
    RETURN_DELAY "cc_sw_cong_setting_credit_starvation_return_delay"
        "How late credits return then, as shift:multiplier."
    MARKING_RATE "cc_sw_cong_setting_marking_rate"
        "Eligible packets between two that are marked; 0 marks all of them."
    PORT_CONTROL "cc_ca_cong_setting_port_control"
        "What has a CCTI of its own: 0 each queue pair, 1 each service level."
    CONTROL_MAP "cc_ca_cong_setting_control_map"
        "A bit for each service level whose settings count."
    TIMER "cc_ca_cong_setting_ccti_timer"
        "Time after which a CCTI falls by one: SL, then the value in 1.024 µs."
    INCREASE "cc_ca_cong_setting_ccti_increase"
        "By how much a BECN raises a CCTI: SL, then the value."
    TRIGGER "cc_ca_cong_setting_trigger_threshold"
        "CCTI from which on a BECN is logged, 0 for never: SL, then the value."
    MIN "cc_ca_cong_setting_ccti_min"
        "Below this, no CCTI falls: SL, then the value."
    TABLE "cc_cct"
        "The congestion control table: shift:multiplier of each entry, with commas between them; \
         `(null)` for none."
}

/// Description of a key.
pub fn about(key: &str) -> &'static str {
    ALL.iter().find(|(name, _)| *name == key).map_or("", |(_, about)| about)
}
