# {{ module }}: Quartus constraints.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
# Add this file as an ordinary file to any design that contains the module at any level:
#
#     set_global_assignment -name SDC_FILE {{ module }}.sdc
#
# Clock. The parent of an instance provides its clock; a second create_clock at the pin of the instance
# would cut off the delay before the pin. The clock is therefore created only if the module is the top
# level. `catch`: other readers of SDC do not know get_global_assignment, and create no clock.
if {![catch {get_global_assignment -name TOP_LEVEL_ENTITY} {{ module }}_top]
        && ${{ module }}_top eq "{{ module }}"} {
    # Rounded down to a picosecond, so that rounding never allows a slower clock than configured.
{% for clock in tcl_clocks %}
    create_clock -period {{ period_ns }} -name {{ clock }} [get_ports {{ clock }}]
{% endfor %}
}

{% if several %}
# Paths between the clocks. One bit of a counter changes at a time; its bits must arrive within a period. The
# highest bit of a Gray code is that of the count, whose register synthesis may keep instead. An entry of the
# memory is stable for two periods of the read clock before it is read. `catch`: other readers of SDC do
# not know these commands.
proc tailback_crossing {from to is_counter} {
    set from [get_registers $from]
    set to [get_registers $to]
    set_max_delay -from $from -to $to 100
    set_min_delay -from $from -to $to -100
    catch {
        set_net_delay -from $from -to $to -max -get_value_from_clock_period dst_clock_period -value_multiplier 0.8
        if {$is_counter} {
            set_max_skew -from $from -to $to -get_skew_value_from_clock_period src_clock_period \
                -skew_value_multiplier 0.8
        }
    }
}
{% for fifo in fifos %}
tailback_crossing {*{{ fifo }}:*|*writer|write_gray[*] *{{ fifo }}:*|*writer|count[*]} {*{{ fifo }}:*|*reader|sampled_gray[*]} 1
tailback_crossing {*{{ fifo }}:*|*reader|read_gray[*] *{{ fifo }}:*|*reader|count[*]} {*{{ fifo }}:*|*writer|sampled_gray[*]} 1
tailback_crossing {*{{ fifo }}:*|*writer|*} {*{{ fifo }}:*|*reader|m_axis_t*} 0
{% endfor %}
{% for synchronizer in synchronizers %}
set_false_path -to [get_registers {*{{ synchronizer }}:*|sampled}]
{% endfor %}
#
# (Quartus Prime Pro omits the entity from names: use {*|<instance>|*} there.)
{% else %}
# Reset. `{{ reset }}` is synchronous to `clock` and is timed as every other input, so there is no exception.
# All registers must leave reset in the same cycle; otherwise, counters start with different values. The
# timing check proves this, and a set_false_path would hide a violation. The paths may be cut only if the
# parent holds the module in reset until its clock is stable, *and* no input is active in the cycles
# around the release. This line cuts them for all instances:
#
#     set_false_path -from <your reset register> -to [get_registers {*{{ module }}:*|*}]
#
# (Quartus Prime Pro omits the entity from names: use {*|<instance>|*} there.)
{% endif %}
