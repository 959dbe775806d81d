//! What is claimed of the blocks is proven, and a planted bug refutes it.

mod common;

use tailback_testbench::harness::{Builder, Cache, Optimise, Tools};
use tailback_testbench::proofs::{check, switch, Answer, Proof};

fn builder() -> Builder {
    Builder::new(Cache::of_user().unwrap(), Tools::default(), Optimise::Run).unwrap()
}

/// Each claim is proven of the design, and refuted of the design with `text` in place of the only
/// occurrence of `right`.
fn proven_unless(design: &tailback_gen::Design, proofs: &[Proof], bugs: &[(&str, &str)]) {
    let builder = builder();
    for proof in proofs {
        assert_eq!(check(design, proof, &builder).unwrap(), Answer::Proven, "{}", proof.claim);
    }
    for (right, wrong) in bugs {
        let mut planted = design.clone();
        let text = &mut planted.modules[0].text;
        assert_eq!(text.matches(right).count(), 1, "{right}");
        *text = text.replace(right, wrong);
        let refuted = |proof| check(&planted, proof, &builder).unwrap() == Answer::Refuted;
        assert!(proofs.iter().any(refuted), "nothing refutes `{wrong}`");
    }
}

#[test]
fn marking_forgets_no_packet() {
    let (marking, design) = common::counting(8, 4);
    let bugs = [
        ("enqueue[port] != dequeue[port]", "enqueue[port] || dequeue[port]"),
        ("to_mark_reg[port] != ", "to_mark_reg[port] >= "),
    ];
    proven_unless(&design, &switch::marking::proofs(&marking), &bugs);
}
