# {{ module }}: port regions for Vivado.
# Configuration {{ configuration }}: {{ ports }} ports.
#
# Read this file between synthesis and placement, in a project before opt_design:
#
#     set_property STEPS.OPT_DESIGN.TCL.PRE [file normalize {{ module }}_floorplan.tcl] [get_runs impl_1]
#
# Without a project: `source {{ module }}_floorplan.tcl` after synth_design.
#
# Each port has a pblock at the left or right edge of the device. The columns between them have no
# pblock: they are for dispatcher, crossbar, marking and registers, which may also use what ports leave
# free. The pblocks consist of slices only, so that block RAM stays free and follows the slices.

namespace eval {{ module }}_floorplan {
    # Number of ports.
    variable ports {{ ports }}
    # Part of the columns of slices, from each edge of the device, for the pblocks of ports; at most
    # 0.5, where they meet. Raise it if Vivado reports that a pblock is too full.
    variable depth 0.4
    # Hierarchical name of the switch, such as top/u_switch; empty if the design has only one switch.
    variable instance ""
}

# Returns the cells of each port: the instances of its module, at any level of the hierarchy.
proc {{ module }}_floorplan::cells {} {
    variable ports
    variable instance
    set found [dict create]
    foreach cell [get_cells -hierarchical -filter {IS_PRIMITIVE == 0}] {
        set name [get_property NAME $cell]
        if {[regexp {^(.*/)?each_side\[(\d+)\]\.side$} $name -> path port]
                && ($instance eq "" || $path eq "$instance/")} {
            dict lappend found $port $cell
        }
    }
    for {set port 0} {$port < $ports} {incr port} {
        if {![dict exists $found $port]} {
            error "port $port is not found: does the synthesis keep the hierarchy?"
        }
    }
    return $found
}

# Returns the position of each number in the sorted list of all numbers.
proc {{ module }}_floorplan::positions {numbers} {
    set positions [dict create]
    foreach number [lsort -integer -unique $numbers] {
        dict set positions $number [dict size $positions]
    }
    return $positions
}

# Returns ranges of slices for each port. Devices may lack slices in a corner, so that a range begins
# and ends with slices that exist.
proc {{ module }}_floorplan::ranges {} {
    variable ports
    variable depth
    set slices {}
    foreach site [get_sites SLICE_X*] {
        if {[regexp {^SLICE_X(\d+)Y(\d+)$} $site -> x y]} {
            lappend xs $x
            lappend ys $y
            lappend slices $x $y
        }
    }
    set columns [positions $xs]
    set rows [positions $ys]
    set width [dict size $columns]
    set height [dict size $rows]
    set deep [expr {max(1, int($width * min($depth, 0.5)))}]
    set left [expr {$ports / 2}]

    # First and last row of each port in each column.
    foreach {x y} $slices {
        set column [dict get $columns $x]
        set row [dict get $rows $y]
        if {$column < $deep} {
            set port [expr {$row * $left / $height}]
        } elseif {$column >= $width - $deep} {
            set port [expr {$left + $row * ($ports - $left) / $height}]
        } else {
            continue
        }
        if {![info exists low($port,$x)]} {
            set low($port,$x) $y
            set high($port,$x) $y
        }
        set low($port,$x) [expr {min($y, $low($port,$x))}]
        set high($port,$x) [expr {max($y, $high($port,$x))}]
    }

    # Columns with the same rows are one range.
    set ranges [dict create]
    for {set port 0} {$port < $ports} {incr port} {
        set found {}
        set span ""
        dict for {x column} $columns {
            if {![info exists low($port,$x)]} {
                continue
            }
            if {$span ne "$low($port,$x) $high($port,$x)"} {
                set span "$low($port,$x) $high($port,$x)"
                set first $x
                lappend found ""
            }
            lset found end "SLICE_X${first}Y$low($port,$x):SLICE_X${x}Y$high($port,$x)"
        }
        dict set ranges $port $found
    }
    return $ranges
}

# Makes the pblocks; those of an earlier call are replaced.
proc {{ module }}_floorplan::run {} {
    variable ports
    set cells [cells]
    set ranges [ranges]
    for {set port 0} {$port < $ports} {incr port} {
        set name {{ module }}_port_$port
        if {[llength [get_pblocks -quiet $name]] > 0} {
            delete_pblocks [get_pblocks $name]
        }
        create_pblock $name
        add_cells_to_pblock [get_pblocks $name] [dict get $cells $port]
        resize_pblock [get_pblocks $name] -add [dict get $ranges $port]
    }
}

{{ module }}_floorplan::run
