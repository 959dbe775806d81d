//! Parser: from a file to settings, or to all problems in it.

use super::{
    key,
    lines::{lines, Line, Word},
    values::{self, problem, Read},
    Entry, Level, Nic, Room, Settings, Throttled,
};
use crate::{
    problem::{nearest, out_of_range, Allowed, Kind, Location, Problem, Problems},
    wire::Number,
};
use std::{collections::BTreeMap, ops::Range};

pub(super) fn parse(source: &str, room: Room) -> Result<Settings, Problems> {
    let mut reader = Reader {
        settings: Settings::default(),
        room,
        problems: Vec::new(),
        seen: BTreeMap::new(),
        minimums: [const { None }; Nic::SERVICE_LEVELS],
        foreign: Vec::new(),
    };
    for line in lines(source) {
        if let Err(problem) = reader.line(&line) {
            reader.problems.push(*problem);
        }
    }
    reader.finish()
}

struct Reader<'a> {
    settings: Settings,
    room: Room,
    problems: Vec<Problem>,
    /// Position of each key, for keys of service levels one per level.
    seen: BTreeMap<(&'static str, Option<usize>), Range<usize>>,
    /// CCTI_Min of each service level as written in the file.
    minimums: [Option<Word<'a>>; Nic::SERVICE_LEVELS],
    /// Keys that have nothing to do with congestion control.
    foreign: Vec<Word<'a>>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) -> Read<()> {
        let Some((name, _)) = key::ALL.iter().find(|(name, _)| *name == line.key.text) else {
            return self.unknown(&line.key);
        };
        if line.value.text.is_empty() {
            let message = format!("{name} has no value");
            return Err(Box::new(
                problem(Kind::Missing, name, &line.key, message).label("needs a value"),
            ));
        }
        match *name {
            key::TIMER => {
                return self.level(name, line, "× 1.024 µs", |level| &mut level.timer).map(drop)
            }
            key::INCREASE => {
                return self.level(name, line, "entries", |level| &mut level.increase).map(drop)
            }
            key::TRIGGER => {
                return self.level(name, line, "entries", |level| &mut level.trigger).map(drop)
            }
            key::MIN => {
                let (level, place) = self.level(name, line, "entries", |level| &mut level.min)?;
                self.minimums[level] = Some(place);
                return Ok(());
            }
            _ => self.once(name, None, line)?,
        }
        let Settings { enabled, key, outstanding_mads, switch, adapter, table } =
            &mut self.settings;
        match *name {
            key::ENABLED => *enabled = values::flag(line)?,
            key::KEY => *key = values::wide(line)?,
            key::OUTSTANDING_MADS => {
                *outstanding_mads = values::number::<32>(line, "packets")?.get();
            }
            key::SWITCH_CONTROL_MAP => switch.control_map = values::number(line, "")?,
            key::VICTIM_MASK => switch.victim_mask = values::mask(line)?,
            key::CREDIT_MASK => switch.credit_mask = values::mask(line)?,
            key::THRESHOLD => switch.threshold = values::number(line, "")?,
            key::PACKET_SIZE => switch.packet_size = values::number(line, "blocks")?,
            key::STARVATION_THRESHOLD => switch.starvation_threshold = values::number(line, "")?,
            key::RETURN_DELAY => {
                switch.return_delay = values::entry(name, name, &values::only(line)?)?;
            }
            key::MARKING_RATE => switch.marking_rate = values::number(line, "packets")?,
            key::PORT_CONTROL => adapter.throttled = port_control(line, self.room)?,
            key::CONTROL_MAP => adapter.control_map = values::number(line, "")?,
            _ => *table = entries(line, self.room)?,
        }
        Ok(())
    }

    /// Reads a value of a service level.
    fn level<const BITS: u32>(
        &mut self,
        name: &'static str,
        line: &Line<'a>,
        unit: &str,
        place: impl Fn(&mut Level) -> &mut Number<BITS>,
    ) -> Read<(usize, Word<'a>)> {
        let (level, word) = values::level(line)?;
        self.once(name, Some(level), line)?;
        let value = values::bits(name, &format!("{name} of SL {level}"), &word, unit)?;
        *place(&mut self.settings.adapter.levels[level]) = value;
        Ok((level, word))
    }

    /// Rejects a key that occurred before: OpenSM silently takes the last one.
    fn once(&mut self, name: &'static str, level: Option<usize>, line: &Line) -> Read<()> {
        let Some(first) = self.seen.insert((name, level), line.key.span()) else { return Ok(()) };
        let of = level.map_or(String::new(), |level| format!(" of SL {level}"));
        let message = format!("the key {name}{of} occurs twice");
        let problem = problem(Kind::Duplicate, name, &line.key, message).label("second occurrence");
        Err(Box::new(
            problem
                .note(Some(first), "first occurrence")
                .help("remove one of them; OpenSM uses the last"),
        ))
    }

    fn unknown(&mut self, word: &Word<'a>) -> Read<()> {
        let names = key::ALL.iter().map(|(name, _)| *name);
        let suggestion = nearest(word.text, names);
        if suggestion.is_none() {
            self.foreign.push(*word);
            return Ok(());
        }
        Err(Box::new(unknown(word).suggest(suggestion)))
    }

    fn finish(mut self) -> Result<Settings, Problems> {
        // Unknown keys, such as those of a whole configuration of OpenSM, are reported as one
        // problem.
        if let Some(first) = self.foreign.first() {
            let mut problem = unknown(first);
            if let (more @ 1.., Some(help)) = (self.foreign.len() - 1, &mut problem.help) {
                *help += &format!("; the file has {more} more unknown keys");
            }
            self.problems.push(problem);
        }
        if self.seen.is_empty() && self.problems.is_empty() {
            let message = "the file has no setting of congestion control".into();
            let problem = Problem::new(Kind::Empty, "", Location::Nowhere, message);
            let help =
                "the keys in a configuration of OpenSM are `congestion_control` and those that \
                        begin with `cc_`";
            self.problems.push(problem.help(help));
        }
        self.relate();
        self.problems.sort_by_key(Problem::start);
        match self.problems.is_empty() {
            true => Ok(self.settings),
            false => Err(Problems(self.problems)),
        }
    }

    /// Checks values against each other.
    fn relate(&mut self) {
        let of_table = |problem: &Problem| problem.key == key::TABLE;
        if !self.problems.iter().any(of_table) {
            let limit = self.settings.limit();
            for (level, place) in self.minimums.iter().enumerate() {
                let Some(place) = place else { continue };
                if self.settings.adapter.levels[level].min.get() as usize <= limit {
                    continue;
                }
                let allowed = Allowed::range(0.0, limit as f64, "entries");
                let what = format!("{} of SL {level}", key::MIN);
                let mut problem = out_of_range(Kind::OutOfRange, &what, place.text, allowed);
                problem.key = key::MIN.into();
                problem.location = Location::Source(place.span());
                let help = match self.settings.table.is_empty() {
                    true => "the table, `cc_cct`, is missing or empty".into(),
                    false => format!("the table ends with entry {limit}"),
                };
                self.problems.push(problem.help(help));
            }
        }
        let unsaid = !self.seen.contains_key(&(key::PORT_CONTROL, None));
        if unsaid && self.room.throttled == Some(Throttled::Sl) && self.problems.is_empty() {
            let message =
                format!("{} is missing, which means 0, each queue pair", key::PORT_CONTROL);
            self.problems.push(
                Problem::new(Kind::Missing, key::PORT_CONTROL, Location::Nowhere, message)
                    .help(other_nic(Throttled::Sl)),
            );
        }
    }
}

fn unknown(word: &Word) -> Problem {
    let text = word.text.escape_debug().to_string();
    let message = format!("there is no key `{text}` of congestion control");
    let help =
        "`grep -E '^(congestion_control|cc_)'` extracts the keys of congestion control from \
                a whole configuration of OpenSM";
    problem(Kind::UnknownKey, &text, word, message).label("unknown").help(help)
}

fn port_control(line: &Line, room: Room) -> Read<Throttled> {
    let word = values::only(line)?;
    let number: Number<1> = values::bits(line.key.text, line.key.text, &word, "")?;
    let throttled = match number.get() {
        0 => Throttled::Qp,
        _ => Throttled::Sl,
    };
    match room.throttled {
        Some(other) if other != throttled => {
            let value = u32::from(other == Throttled::Sl).to_string();
            let (key, text) = (line.key.text, word.text);
            let message = format!("{key} is {text}, but must be {value} for this NIC");
            let allowed = Allowed::OneOf { values: vec![value], unit: String::new() };
            let problem = problem(Kind::NotOneOf, key, &word, message).allowed(allowed);
            Err(Box::new(problem.label("not the holder in this NIC").help(other_nic(other))))
        }
        _ => Ok(throttled),
    }
}

/// Advice on how to configure a NIC that throttles the other kind than `this`.
fn other_nic(this: Throttled) -> String {
    let (has, needed) = match this {
        Throttled::Qp => ("each queue pair", "sl"),
        Throttled::Sl => ("each service level", "qp"),
    };
    format!(
        "the configuration of this NIC has a CCTI for {has}; `--set nic.throttled={needed}` changes \
         that"
    )
}

/// Reads the table. Of several wrong entries, the first is reported.
fn entries(line: &Line, room: Room) -> Read<Vec<Entry>> {
    /// Text that OpenSM writes for an empty table.
    const NONE: &str = "(null)";
    let key = line.key.text;
    if line.value.text == NONE {
        return Ok(Vec::new());
    }
    let list = Word { text: line.value.text.trim_end_matches(','), ..line.value };
    let words: Vec<_> = list.split(',').collect();
    // An empty entry also counts as one too many: it is the cause of that, and reported first.
    if let Some(empty) = words.iter().position(|word| word.text.trim().is_empty()) {
        let message = format!("entry {empty} of {key} is empty");
        let problem = problem(Kind::WrongType, key, &words[empty], message);
        return Err(Box::new(problem.label("must be shift:multiplier")));
    }
    let read = |(place, word)| values::entry(key, &format!("entry {place} of {key}"), word);
    let (good, mut bad): (Vec<_>, Vec<_>) =
        words.iter().enumerate().map(read).partition(Result::is_ok);
    if let Some(beyond) = words.get(room.entries) {
        let allowed = Allowed::range(1.0, room.entries as f64, "entries");
        let message = format!("{key} has {} entries, but must have {allowed}", words.len());
        let help = match room == Room::MOST {
            true => "no NIC has a larger table".into(),
            false => format!(
                "the configuration of this NIC has {} entries; `--set nic.cct_entries=…` changes that",
                room.entries
            ),
        };
        let problem = problem(Kind::OutOfRange, key, beyond, message).allowed(allowed);
        return Err(Box::new(problem.label("first entry too many").help(help)));
    }
    if !bad.is_empty() {
        let more = bad.len() - 1;
        let Some(Err(mut first)) = bad.drain(..).next() else { return Ok(Vec::new()) };
        if let (1.., Some(help)) = (more, &mut first.help) {
            *help += &format!(" Further wrong entries: {more}.");
        }
        return Err(first);
    }
    Ok(good.into_iter().flatten().collect())
}
