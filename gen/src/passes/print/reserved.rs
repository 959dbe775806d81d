//! Reserved words.

/// Keywords of Verilog-2001 and SystemVerilog-2017 (IEEE 1364-2001 Annex B, IEEE 1800-2017
/// Annex B).
pub(super) const KEYWORDS: &str = "
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

/// Whether a port cannot have this name, since Verilator makes it a member of a C++ class.
pub fn is_reserved_in_cpp(name: &str) -> bool {
    [CPP_KEYWORDS, CPP_WORDS, MODEL_MEMBERS]
        .into_iter()
        .flat_map(str::split_whitespace)
        .any(|word| word == name)
}

/// Keywords of C++20 and of its technical specifications.
const CPP_KEYWORDS: &str = "
alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool
break case catch char char8_t char16_t char32_t class co_await co_return co_yield compl concept
const const_cast consteval constexpr constinit continue decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
namespace new noexcept not not_eq nullptr operator or or_eq override private protected public
register reinterpret_cast requires return short signed sizeof static static_assert static_cast
struct switch synchronized template this thread_local throw transaction_safe
transaction_safe_dynamic true try typedef typeid typename union unsigned using virtual void volatile
wchar_t while xor xor_eq";

/// Words of C++ libraries, of old compilers and of SystemC that Verilator warns about
/// (`SYMRSVDWORD`) or that are macros.
const CPP_WORDS: &str = "
abort bit_vector cdecl complex const_iterator deque far huge interrupt iterator list map near pascal
queue reference set stack type_info uint8_t uint16_t uint32_t vector
sc_clock sc_in sc_inout sc_out sc_signal sensitive sensitive_neg sensitive_pos
EOF NAN NULL";

/// Members of a verilated module's class besides its ports.
const MODEL_MEMBERS: &str = "
contextp eval eval_end_step eval_step eventsPending hierName modelName name nextTimeSlot rootp
threads trace traceConfig vlSymsp";
