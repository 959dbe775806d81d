use super::{substitute, Unusable};
use tailback_gen::{Design, Module};
use tailback_spec::PortTable;

/// A design of three modules: `top` instantiates `middle`, which instantiates `leaf`.
fn design() -> Design {
    let module = |name: &str, below: &str| {
        let instance =
            if below.is_empty() { String::new() } else { format!("{below} u_{below}();") };
        Module { name: name.into(), text: format!("module {name};\n{instance}\nendmodule\n") }
    };
    Design {
        top: PortTable {
            module: "top".into(),
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports: Vec::new(),
        },
        interfaces: Vec::new(),
        modules: vec![module("leaf", ""), module("middle", "leaf"), module("top", "middle")],
    }
}

fn names(design: &Design) -> Vec<&str> {
    design.modules.iter().map(|module| module.name.as_str()).collect()
}

#[test]
fn every_module_of_the_file_replaces_the_generated_one() {
    let text = "module top; middle u_middle(); endmodule module middle; endmodule";
    let made = substitute(&design(), text).expect("usable");
    assert_eq!(names(&made), ["user_rtl"]);
    assert_eq!(made.modules[0].text, text);
}

#[test]
fn a_sub_module_alone_is_accepted_and_the_rest_stays_generated() {
    let made = substitute(&design(), "module leaf; endmodule").expect("usable");
    assert_eq!(names(&made), ["middle", "top", "user_rtl"]);
}

#[test]
fn a_module_of_the_file_may_instantiate_generated_and_new_ones() {
    let text = "module top; leaf u_leaf(); extra u_extra(); endmodule module extra; endmodule";
    let made = substitute(&design(), text).expect("usable");
    assert_eq!(names(&made), ["leaf", "user_rtl"]);
}

#[test]
fn what_would_not_be_compared_is_refused() {
    let refused = |text: &str| substitute(&design(), text).expect_err(text).to_string();
    let refusals = [
        refused("// module top;"),
        refused("module leaf; endmodule module leaf; endmodule"),
        refused("module leaf; endmodule module lost; endmodule"),
        refused("module one; endmodule module two; endmodule"),
        // `leaf` is no longer part of the design that the file describes.
        refused("module top; endmodule module leaf; endmodule"),
    ];
    let nothing =
        "not part of `top`, so nothing would be compared; its modules are top, middle, leaf";
    let expected = [
        "no module is defined in it".to_owned(),
        "module `leaf` is defined more than once".to_owned(),
        format!("module `lost` is {nothing}"),
        format!("modules `one`, `two` are {nothing}"),
        format!("module `leaf` is {nothing}"),
    ];
    assert_eq!(refusals, expected);
    assert_eq!(substitute(&design(), ""), Err(Unusable::Empty));
}
