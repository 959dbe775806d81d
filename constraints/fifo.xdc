# {{ module }}: Vivado constraints for every instance of the FIFO between two clocks.
# Configuration {{ configuration }}.
#
# Add this file with a scope, so that Vivado reads it once for each instance:
#
#     add_files -fileset constrs_1 {{ module }}.xdc
#     set_property SCOPED_TO_REF {{ module }} [get_files {{ module }}.xdc]
#     set_property PROCESSING_ORDER LATE [get_files {{ module }}.xdc]
#
# LATE, because the lines below look up the clocks, which must have been created before. All other paths
# between the two clocks remain as your design constrains them.

set {{ module }}_write_period [get_property -min PERIOD [get_clocks -of_objects [get_ports write_clock]]]
set {{ module }}_read_period [get_property -min PERIOD [get_clocks -of_objects [get_ports read_clock]]]

# Counters. One bit of a Gray code changes at a time. If all bits arrive within a period of the clock that
# sends them, the next change has not left yet, and the other clock samples the old or the new count. The
# highest bit of a Gray code is that of the count, whose register synthesis may keep instead.
set_max_delay -datapath_only -from [get_cells {writer/write_gray_reg[*] writer/count_reg[*]}] -to [get_cells {reader/sampled_gray_reg[*]}] ${{ module }}_write_period
set_bus_skew -from [get_cells {writer/write_gray_reg[*] writer/count_reg[*]}] -to [get_cells {reader/sampled_gray_reg[*]}] ${{ module }}_write_period
set_max_delay -datapath_only -from [get_cells {reader/read_gray_reg[*] reader/count_reg[*]}] -to [get_cells {writer/sampled_gray_reg[*]}] ${{ module }}_read_period
set_bus_skew -from [get_cells {reader/read_gray_reg[*] reader/count_reg[*]}] -to [get_cells {writer/sampled_gray_reg[*]}] ${{ module }}_read_period

# Memory. An entry is stable for two periods of the read clock before it is read.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports write_clock]] -to [get_cells {reader/m_axis_tdata_reg[*] reader/m_axis_tkeep_reg* reader/m_axis_tlast_reg reader/m_axis_tuser_reg*}] ${{ module }}_read_period
