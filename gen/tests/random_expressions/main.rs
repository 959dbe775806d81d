//! Random syntax trees: emitted Verilog against a reference evaluator.
//!
//! `TAILBACK_EXPRESSIONS` sets their number, `TAILBACK_EXPRESSION_SEED` their seed; `TAILBACK_SOAK`
//! increases the default number by a factor of 4000.

mod evaluator;
use evaluator::Evaluator;
use num_bigint::BigUint;
use tailback_gen::ir::Signal;
use tailback_gen::passes::collect::Collected;
use tailback_gen::{translate, Design, Reason};
use tailback_harness::cosimulate::{compare, stimulus};
use tailback_harness::many::Bundle;
use tailback_harness::verilator::Program;
use tailback_harness::words;
use tailback_hdl::{Bits, Declaration, Role};
use tailback_kernels::ast;
use tailback_kernels::generator::kernel::expressions;
use tailback_kernels::generator::random::Random;
use tailback_kernels::generator::tree::{self, Kernel, Stmt, Type};
use tailback_spec::Direction;

/// Expressions in a usual run.
const EXPRESSIONS: usize = 2500;
/// Expressions in a soak run.
const SOAK_EXPRESSIONS: usize = 10_000_000;
/// Outputs per verilated model.
const BATCH: usize = 2500;
/// Input vectors per model.
const VECTORS: usize = 24;

fn variable(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn signal(field: &tree::Field) -> Signal {
    let role = match field.role {
        tree::Role::Input => Role::Input,
        tree::Role::Output => Role::Output,
        tree::Role::Local => Role::Local,
        tree::Role::Register => Role::Register,
        tree::Role::Count | tree::Role::Choice | tree::Role::Param => Role::Parameter,
    };
    let declaration = Declaration {
        role,
        lanes: field.lanes,
        width: field.ty.width(),
        signed: matches!(field.ty, Type::Signed(_)),
        bool: field.ty == Type::Bool,
        value: Bits::new(128, field.value).words(),
        ..Declaration::default()
    };
    Signal::new(&field.name, declaration)
}

fn collected(kernel: &Kernel) -> Collected {
    Collected {
        module: "expressions".into(),
        doc: String::new(),
        signals: kernel.fields.iter().map(signal).collect(),
        kernel: ast::block(kernel),
        ..Collected::default()
    }
}

/// Returns the field that a statement assigns.
fn target(statement: &Stmt) -> usize {
    match statement {
        Stmt::Assign(field, ..) => *field,
        Stmt::If(_, then, _) => target(&then[0]),
        Stmt::Match(_, _, default) => target(&default[0]),
        Stmt::For(.., body) => target(&body[0]),
    }
}

/// Removes the outputs that the back end may refuse; returns the kernel and their number.
fn accepted(mut kernel: Kernel) -> (Kernel, usize) {
    let readable: Vec<Signal> =
        kernel.fields.iter().filter(|field| field.role != tree::Role::Output).map(signal).collect();
    let mut refused = std::collections::BTreeSet::new();
    for statement in &kernel.body {
        let mut signals = readable.clone();
        signals.push(signal(&kernel.fields[target(statement)]));
        let one = Collected {
            module: String::new(),
            doc: String::new(),
            signals,
            kernel: ast::statements(&kernel.fields, std::slice::from_ref(statement)),
            ..Collected::default()
        };
        match tailback_gen::passes::lower::lower(one, Vec::new()) {
            Ok(_) => {}
            Err(Reason::SliceOfExpression(_)) => {
                refused.insert(target(statement));
            }
            Err(reason) => panic!("{reason}\n{statement:?}"),
        }
    }
    refused.iter().for_each(|id| remove(&mut kernel, *id));
    (kernel, refused.len())
}

/// Removes an output. Fields are numbered, so it becomes an unused constant.
fn remove(kernel: &mut Kernel, id: usize) {
    kernel.body.retain(|statement| target(statement) != id);
    let field = &mut kernel.fields[id];
    (field.role, field.lanes, field.ty) = (tree::Role::Choice, None, Type::Bool);
}

/// Evaluates the kernel with the reference evaluator, in the format of a simulator's results.
fn reference(kernel: &Kernel, stimulus: &[u32]) -> Vec<u32> {
    let block = ast::block(kernel);
    let mut evaluator = Evaluator::new(kernel);
    let mut results = Vec::new();
    let mut stimulus = stimulus.iter().copied();
    while stimulus.next().is_some() {
        for field in kernel.fields.iter().filter(|field| field.role == tree::Role::Input) {
            let (width, lanes) = (field.ty.width(), field.lanes.unwrap_or(1));
            let all: Vec<u32> = stimulus.by_ref().take(words(width * lanes)).collect();
            let all = BigUint::new(all);
            let mask = (BigUint::from(1u8) << width) - 1u8;
            for lane in 0..lanes {
                evaluator.set(&field.name, lane, &((&all >> (lane * width)) & &mask));
            }
        }
        evaluator.run(&block);
        for field in kernel.fields.iter().filter(|field| field.role == tree::Role::Output) {
            let (width, lanes) = (field.ty.width(), field.lanes.unwrap_or(1));
            let mut all = BigUint::ZERO;
            for lane in 0..lanes {
                all |= evaluator.get(&field.name, lane) << (lane * width);
            }
            let mut here = all.to_u32_digits();
            here.resize(words(width * lanes), 0);
            results.extend(here);
        }
    }
    results
}

fn line_of<'a>(design: &'a Design, name: &str) -> Vec<&'a str> {
    let text = &design.modules[0].text;
    text.lines().filter(|line| line.contains(name)).collect()
}

/// Tests a batch: returns the numbers of compared and refused expressions, and the differences.
fn prove(seed: u64, outputs: usize) -> (usize, usize, Vec<String>) {
    let mut random = Random::new(seed);
    let (mut kernel, mut refused) = accepted(expressions(&mut random, outputs));
    let design = loop {
        match translate(collected(&kernel), "random").map_err(|refusal| refusal.reason) {
            Ok(design) => break design,
            // A loop that reads nothing but its variable.
            Err(Reason::ConstantLogic(name)) => {
                let named = kernel.fields.iter().position(|field| field.name == name);
                remove(&mut kernel, named.expect("a field"));
                refused += 1;
            }
            Err(reason) => panic!("batch {seed}: {reason}"),
        }
    };
    let bundle = Bundle::new([&design]);
    let place = tempfile::tempdir().expect("a temporary directory");
    let program = Program::build(place.path(), &bundle);
    let stimulus = stimulus(&bundle, VECTORS, &mut random);
    let verilog = program.run(&stimulus);
    let differences = compare(&bundle, &reference(&kernel, &stimulus), &verilog);
    let report = differences.iter().map(|difference| {
        let lines = line_of(&design, &difference.port).join("\n");
        format!("batch {seed}: {difference:x?}\n{lines}")
    });
    (outputs - refused, refused, report.collect())
}

#[test]
fn emitted_expressions_have_the_values_of_the_reference() {
    let soak = std::env::var_os("TAILBACK_SOAK").is_some();
    let usual = if soak { SOAK_EXPRESSIONS } else { EXPRESSIONS };
    let wanted = variable("TAILBACK_EXPRESSIONS", usual);
    let seed = variable("TAILBACK_EXPRESSION_SEED", 1) as u64;
    // One percent more, to replace refused expressions.
    let batches = (wanted + wanted / 100).div_ceil(BATCH).max(1) as u64;
    let seeds: Vec<u64> = (0..batches).map(|batch| seed << 32 | batch).collect();
    let results = tailback_harness::on_all_cores(&seeds, |seed| prove(*seed, BATCH));
    let (compared, refused, reports) = results.into_iter().fold(
        (0, 0, Vec::new()),
        |(compared, refused, mut all), (more, less, reports)| {
            all.extend(reports);
            (compared + more, refused + less, all)
        },
    );
    println!("{compared} expressions compared on {VECTORS} inputs each, {refused} refused");
    assert!(
        reports.is_empty(),
        "{} differ\n{}",
        reports.len(),
        reports[..reports.len().min(20)].join("\n")
    );
    assert!(refused * 100 < compared, "{refused} refused of {}", compared + refused);
    assert!(compared >= wanted, "{compared} of {wanted}");
}

#[test]
fn three_tools_accept_random_expressions() {
    let (kernel, _) = accepted(expressions(&mut Random::new(7), 400));
    let design = translate(collected(&kernel), "random").expect("what was lowered is translated");
    let place = tempfile::tempdir().expect("a temporary directory");
    let complaints = tailback_harness::lint::complaints(place.path(), &[&design], true);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert_eq!(design.top.ports.iter().filter(|p| p.direction == Direction::Input).count(), 40);
}
