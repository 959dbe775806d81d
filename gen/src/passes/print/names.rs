//! Names that a signal cannot have.

use super::{RESET_LANE, UNUSED_RESET};
use crate::ir::Block;
use crate::refusal::Reason;

/// Keywords of Verilog-2001 and SystemVerilog-2017 (IEEE 1364-2001 Annex B, IEEE 1800-2017
/// Annex B).
const KEYWORDS: &str = "
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before
begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class
clocking cmos config const constraint context continue cover covergroup coverpoint cross deassign
default defparam design disable dist do edge else end endcase endchecker endclass endclocking
endconfig endfunction endgenerate endgroup endinterface endmodule endpackage endprimitive
endprogram endproperty endspecify endsequence endtable endtask enum event eventually expect export
extends extern final first_match for force foreach forever fork forkjoin function generate genvar
global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include
initial inout input inside instance int integer interconnect interface intersect join join_any
join_none large let liblist library local localparam logic longint macromodule matches medium
modport module nand negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or
output package packed parameter pmos posedge primitive priority program property protected pull0
pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence
rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0
rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal
showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct
super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time
timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union
unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait wait_order
wand weak weak0 weak1 while wildcard wire with within wor xnor xor";

/// Refuses names that are keywords, that the module needs itself, or that Verilog cannot spell.
pub(super) fn check(block: &Block, loops: &[String], labels: &[String]) -> Result<(), Reason> {
    let own = block.children.iter().map(|child| &child.name);
    let names = block.signals.iter().map(|signal| &signal.name);
    for name in names.chain(loops).chain(own).chain([&block.module]) {
        if KEYWORDS.split_whitespace().any(|keyword| keyword == name) {
            return Err(Reason::Keyword(name.clone()));
        }
        if name == "clock" || name == "reset" {
            return Err(Reason::NameTaken(name.clone(), "the clock or reset"));
        }
        if labels.contains(name) {
            return Err(Reason::NameTaken(name.clone(), "the block of a loop"));
        }
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !name.chars().all(plain) || name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Err(Reason::Unspellable(name.clone()));
        }
    }
    let reserved = loops.iter().find(|name| *name == RESET_LANE);
    let signal = block.signals.iter().find(|signal| signal.name == RESET_LANE);
    if reserved.is_some() && signal.is_some() {
        return Err(Reason::NameTaken(RESET_LANE.into(), "the loop that resets an array"));
    }
    if block.signals.iter().any(|signal| signal.name == block.module) {
        return Err(Reason::NameTaken(block.module.clone(), "the module"));
    }
    let mut blocks: Vec<&String> = labels.iter().collect();
    blocks.sort_unstable();
    if let Some(pair) = blocks.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Reason::NameTaken(pair[0].clone(), "two blocks of loops"));
    }
    let mut taken: Vec<&String> = block.signals.iter().map(|signal| &signal.name).collect();
    if block.clocked() && !block.resets() && taken.iter().any(|name| *name == UNUSED_RESET) {
        return Err(Reason::NameTaken(UNUSED_RESET.into(), "what takes the reset"));
    }
    taken.extend(block.children.iter().map(|child| &child.name));
    if let Some(name) = loops.iter().find(|name| taken.contains(name)) {
        return Err(Reason::NameTaken(name.clone(), "the variable of a loop"));
    }
    taken.sort_unstable();
    if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Reason::NameTaken(pair[0].clone(), "two signals"));
    }
    Ok(())
}
