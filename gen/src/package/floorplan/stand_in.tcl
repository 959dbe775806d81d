# Runs a floorplan against stand-ins of Vivado's commands, and prints the pblocks.
#
# Arguments: the floorplan, and the number of ports in the netlist.

lassign $argv path ports

# Slices in 20 columns and 40 rows, without a corner and one row.
proc get_sites {pattern} {
    set sites {}
    for {set x 0} {$x < 20} {incr x} {
        for {set y 0} {$y < 40} {incr y} {
            if {($x >= 3 || $y >= 10) && $y != 15} {
                lappend sites SLICE_X${x}Y$y
            }
        }
    }
    return $sites
}

proc get_cells {args} {
    if {$args ne {-hierarchical -filter {IS_PRIMITIVE == 0}}} {
        error "unexpected arguments: $args"
    }
    set cells {u_switch u_switch/fabric {u_switch/beach_side[0].side} {u_switch/each_side[0].side/store}}
    for {set port 0} {$port < $::ports} {incr port} {
        lappend cells "u_switch/each_side\[$port\].side"
    }
    return $cells
}

proc get_property {name cell} {
    return $cell
}

set made [dict create port_of_another_design {}]

proc get_pblocks {args} {
    set name [lindex $args end]
    return [expr {[dict exists $::made $name] ? [list $name] : ""}]
}

proc create_pblock {name} {
    if {[dict exists $::made $name]} {
        error "$name exists"
    }
    dict set ::made $name {}
}

proc delete_pblocks {name} {
    dict unset ::made $name
}

proc add_cells_to_pblock {pblock cells} {
    dict lappend ::made $pblock $cells
}

proc resize_pblock {pblock option ranges} {
    if {$option ne "-add"} {
        error "unexpected option: $option"
    }
    foreach range $ranges {
        foreach slice [split $range :] {
            if {$slice ni [get_sites SLICE_X*]} {
                error "$slice does not exist"
            }
        }
        dict lappend ::made $pblock $range
    }
}

source $path
# A second call replaces the pblocks.
source $path
dict for {name contents} $made {
    puts [string trim "$name: $contents"]
}
