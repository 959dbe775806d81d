# {{ module }}: Vivado constraints for every instance of the synchroniser.
# Configuration {{ configuration }}.
#
# Add this file with a scope, so that Vivado reads it once for each instance:
#
#     add_files -fileset constrs_1 {{ module }}.xdc
#     set_property SCOPED_TO_REF {{ module }} [get_files {{ module }}.xdc]

# The first register samples a signal of another clock at any time.
set_false_path -to [get_pins sampled_reg/D]
