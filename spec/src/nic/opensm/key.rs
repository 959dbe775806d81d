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
        "Key with which OpenSM signs its packets."
    OUTSTANDING_MADS "cc_max_outstanding_mads"
        "Most packets of OpenSM that wait for a response."
    SWITCH_CONTROL_MAP "cc_sw_cong_setting_control_map"
        "Settings of switches that apply, from the least significant bit upwards: victim mask, \
         credit mask, threshold and packet size, credit starvation, marking rate."
    VICTIM_MASK "cc_sw_cong_setting_victim_mask"
        "A bit for each port that marks victims as well as roots: up to 64 hexadecimal digits."
    CREDIT_MASK "cc_sw_cong_setting_credit_mask"
        "A bit for each port to which credit starvation applies: up to 64 hexadecimal digits."
    THRESHOLD "cc_sw_cong_setting_threshold"
        "Threshold at which switches mark: 0 never, 1 is the loosest, 15 the tightest."
    PACKET_SIZE "cc_sw_cong_setting_packet_size"
        "Minimum length of packets that are marked, in blocks of 64 bytes."
    STARVATION_THRESHOLD "cc_sw_cong_setting_credit_starvation_threshold"
        "Threshold of credit starvation: 0 never, 1 is the loosest, 15 the tightest."
    RETURN_DELAY "cc_sw_cong_setting_credit_starvation_return_delay"
        "Delay of credits during credit starvation, as shift:multiplier."
    MARKING_RATE "cc_sw_cong_setting_marking_rate"
        "Eligible packets between two marked packets; 0 marks all eligible packets."
    PORT_CONTROL "cc_ca_cong_setting_port_control"
        "Holder of a CCTI: 0 each queue pair, 1 each service level."
    CONTROL_MAP "cc_ca_cong_setting_control_map"
        "A bit for each service level whose settings apply."
    TIMER "cc_ca_cong_setting_ccti_timer"
        "Period after which a CCTI decreases by one: SL, then the value in units of 1.024 µs."
    INCREASE "cc_ca_cong_setting_ccti_increase"
        "Increase of a CCTI with each BECN: SL, then the value."
    TRIGGER "cc_ca_cong_setting_trigger_threshold"
        "Lowest CCTI at which a BECN is logged, 0 for never: SL, then the value."
    MIN "cc_ca_cong_setting_ccti_min"
        "Lower limit of a CCTI: SL, then the value."
    TABLE "cc_cct"
        "Congestion control table: shift:multiplier of each entry, separated by commas; `(null)` for \
         an empty table."
}

/// Description of a key.
pub fn about(key: &str) -> &'static str {
    ALL.iter().find(|(name, _)| *name == key).map_or("", |(_, about)| about)
}
