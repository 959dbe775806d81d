//! Rates that links reach with the buffers behind them.

use serde::Serialize;
use tailback_spec::{
    link::{blocks, round_trip::RoundTrip, VCRC_BYTES},
    scenario::Scenario,
    Config,
};

/// Rate of a link with longest packets.
#[derive(Debug, Serialize)]
pub struct Reached {
    /// Rate of a link without delay, as a fraction of its full rate.
    without_delay: f64,
    /// Longest delay with the full rate, in ns; none if there is no such delay.
    full_up_to_ns: Option<f64>,
}

impl Reached {
    /// Returns the rates of a configuration's links.
    pub fn of(config: &Config) -> Self {
        let packet = config.switch().max_packet_bytes();
        let cycles = (packet + VCRC_BYTES).div_ceil(config.port().width_bytes()) as u64;
        let trip = RoundTrip::new(&config.link(), config.link().packet_blocks(), cycles);
        let delay = trip.longest_delay();
        Reached {
            without_delay: trip.reached(0),
            full_up_to_ns: delay.map(|cycles| cycles as f64 * config.clock().period_ns()),
        }
    }

    /// Returns a row for the table of derived values.
    pub fn row(&self) -> [String; 3] {
        match self.full_up_to_ns {
            Some(delay) => ["full rate of a link up to".into(), format!("{delay:.0}"), "ns".into()],
            None => {
                let percent = format!("{:.1}", self.without_delay * 100.0);
                ["a link without delay reaches".into(), percent, "%".into()]
            }
        }
    }

    /// Returns a warning if the rate is too low.
    pub fn warning(&self, config: &Config) -> Option<String> {
        let percent = self.without_delay * 100.0;
        (self.without_delay < 1.0).then(|| {
            format!(
                "an input buffer of {} packets is smaller than a round trip of its link: with packets of \
                 maximum length, a link reaches {percent:.0} % of its rate without delay, and less with \
                 delay; set `switch.packets_per_input` to 2 or more",
                config.switch().packets_per_input()
            )
        })
    }
}

/// A link that does not reach its full rate.
#[derive(Debug, Serialize)]
pub struct Slow {
    /// Link names, as `A->B`.
    links: Vec<String>,
    delay_ns: f64,
    reached: f64,
}

impl Slow {
    /// Returns the slow links of a scenario, for its packet length; links of equal delay are
    /// grouped.
    pub fn of(scenario: &Scenario) -> Vec<Self> {
        let packet_blocks = blocks(scenario.packet_bytes + VCRC_BYTES);
        let mut slow: Vec<Slow> = Vec::new();
        let hosts = scenario.hosts.len();
        for link in 0..scenario.links() {
            // A host accepts every packet at once, so a link to it needs no credits.
            if (hosts..2 * hosts).contains(&link) {
                continue;
            }
            let delay = match link {
                up if up < hosts => scenario.hosts[up].delay,
                trunk => scenario.trunks[(trunk - 2 * hosts) / 2].delay,
            };
            let link_of = scenario.config.link();
            let trip = RoundTrip::new(&link_of, packet_blocks, scenario.link_cycles(link));
            let reached = trip.reached(delay);
            if reached >= 1.0 {
                continue;
            }
            let name = scenario.link_name(link);
            let delay_ns = scenario.nanoseconds(delay);
            let same = |other: &&mut Slow| other.delay_ns == delay_ns && other.reached == reached;
            match slow.iter_mut().find(same) {
                Some(other) => other.links.push(name),
                None => slow.push(Slow { links: vec![name], delay_ns, reached }),
            }
        }
        slow
    }

    /// Returns the warning in words.
    pub fn warning(&self) -> String {
        const SHOWN: usize = 4;
        let percent = self.reached * 100.0;
        let names = self.links.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
        let others = match self.links.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!(
            "the buffers behind {}{others} are smaller than a round trip of {} ns in each direction: \
             these links reach {percent:.0} % of their rate; increase `switch.packets_per_input` of the \
             configuration",
            names.join(", "),
            self.delay_ns
        )
    }
}
