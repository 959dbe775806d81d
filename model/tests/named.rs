//! Golden models by name: any inputs give outputs or an error, and the outputs are those of the
//! model behind the name.

use tailback_model::{
    named::{last_word, names, StepError, Stepper},
    switch::marking::Counting,
    Golden,
};
use tailback_spec::{ports::PortField, presets, random::Random, Config, Direction, PortTable};

/// A preset with eight ports, and its marking policy that counts.
fn config() -> Config {
    let preset = presets::find("santos-2003-8port").expect("a preset");
    Config::from_toml(preset.toml).expect("valid")
}

fn presets() -> impl Iterator<Item = Config> {
    presets::ALL.iter().map(|preset| Config::from_toml(preset.toml).expect("a preset"))
}

/// Random values of all input ports; control signals are often low.
fn random_inputs(table: &PortTable, random: &mut Random) -> Vec<u64> {
    let mut image = Vec::new();
    for port in table.of(Direction::Input) {
        let is_quiet = random.below(3) == 0;
        for word in 1..=port.words() {
            let mask = if word == port.words() { last_word(port) } else { u64::MAX };
            let value = random.below(u64::MAX) & mask;
            image.push(if is_quiet { 0 } else { value });
        }
    }
    image
}

#[test]
fn any_inputs_that_fit_the_ports_give_outputs_that_fit_or_an_error() {
    let mut undefined = 0;
    for config in presets() {
        for name in names() {
            let mut stepper = Stepper::new(name, &config).expect("a model");
            let mut random = Random::of_name(1, name, 0);
            let mut outputs = vec![0; stepper.ports().words(Direction::Output)];
            for _ in 0..300 {
                let inputs = random_inputs(stepper.ports(), &mut random);
                match stepper.step(&inputs, &mut outputs) {
                    Ok(()) => {
                        let mut first = 0;
                        for port in stepper.ports().of(Direction::Output) {
                            first += port.words();
                            let beyond = outputs[first - 1] & !last_word(port);
                            assert_eq!(beyond, 0, "{name}: {port:?}");
                        }
                    }
                    Err(StepError::Undefined { .. }) => {
                        undefined += 1;
                        let lost = stepper.step(&inputs, &mut outputs);
                        assert!(matches!(lost, Err(StepError::Lost { .. })), "{lost:?}");
                        stepper.reset();
                    }
                    Err(error) => panic!("{name}: {error}"),
                }
            }
        }
    }
    eprintln!("{undefined} cycles without defined behaviour");
}

#[test]
fn a_stepper_behaves_as_the_model_behind_it() {
    let config = config();
    let mut stepper = Stepper::new("marking", &config).expect("a model");
    let mut model = Counting::new(&config.marking());
    let table = stepper.ports().clone();
    let ports = |direction| table.of(direction).cloned().collect::<Vec<_>>();
    let (of_inputs, of_outputs) = (ports(Direction::Input), ports(Direction::Output));
    let mut random = Random::new(1, 0);
    let mut marked = 0;
    for cycle in 0..2000 {
        let inputs = random_inputs(&table, &mut random);
        let mut found = vec![0; table.words(Direction::Output)];
        stepper.step(&inputs, &mut found).expect("defined");
        let values = model.cycle(&PortField::load(&of_inputs, &inputs));
        let mut expected = vec![0; found.len()];
        values.store(&of_outputs, &mut expected);
        assert_eq!(found, expected, "cycle {cycle}");
        marked += values.mark.count_ones();
        if cycle % 100 == 99 {
            stepper.reset();
            model.reset();
        }
    }
    assert!(marked > 100, "{marked}");
}

#[test]
fn a_value_that_is_too_wide_and_an_image_of_another_length_are_errors() {
    let config = config();
    let mut stepper = Stepper::new("marking", &config).expect("a model");
    let mut outputs = [0; 3];
    let error = stepper.step(&[0, 0x100, 0, 0], &mut outputs).expect_err("9 bits");
    assert_eq!(error, StepError::TooWide { port: "dequeue".into(), bits: 8 });
    assert_eq!(error.to_string(), "the value of `dequeue` must have at most 8 bits");
    let error = stepper.step(&[0; 3], &mut outputs).expect_err("3 ports");
    let text = "the image of the input ports has 3 words, but must have 4";
    assert_eq!(error.to_string(), text);
    assert!(stepper.step(&[0; 4], &mut outputs).is_ok());
    assert!(Stepper::new("no-such-module", &config).is_none());
}

#[test]
fn each_port_has_a_description() {
    for config in presets() {
        for name in names() {
            let stepper = Stepper::new(name, &config).expect("a model");
            for port in &stepper.ports().ports {
                assert!(port.doc.ends_with('.'), "{name}: {port:?}");
            }
        }
    }
}
