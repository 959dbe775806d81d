"""Lists what ipyxact reads in a component: names, bus interfaces, ports, views and files.

ipyxact 0.3.2 does not show which end of a bus an interface is and, in the edition of 2009, neither the width of a
port nor the module of a view; lxml reads these.
"""
import sys

from ipyxact.ipyxact import Component
from lxml import etree

SPIRIT = {"spirit": "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009"}
document = etree.parse(sys.argv[1])


def end(bus):
    path = f"//spirit:busInterface[spirit:name='{bus}']"
    ends = ["master", "slave"]
    return " ".join(each for each in ends if document.xpath(f"{path}/spirit:{each}", namespaces=SPIRIT))


def bits(port):
    path = f"//spirit:port[spirit:name='{port}']/spirit:wire/spirit:vector/spirit:left/text()"
    left = document.xpath(path, namespaces=SPIRIT)
    return int(left[0]) + 1 if left else 1


def model(view):
    path = f"//spirit:view[spirit:name='{view}']/spirit:modelName/text()"
    return " ".join(document.xpath(path, namespaces=SPIRIT))


component = Component()
component.load(sys.argv[1])
print("component", component.vendor, component.library, component.name, component.version)
for bus in component.busInterfaces.busInterface:
    print("bus", bus.name, bus.busType.library, bus.busType.name, bus.abstractionType.name, end(bus.name))
    for mapped in bus.portMaps.portMap:
        physical = mapped.physicalPort
        vector = physical.vector
        ends = (int(vector.left), int(vector.right)) if vector else (0, 0)
        print("map", bus.name, mapped.logicalPort.name, physical.name, *ends)
for port in component.model.ports.port:
    print("port", port.name, port.wire.direction, bits(port.name))
for view in component.model.views.view:
    print("view", view.name, model(view.name))
for files in component.fileSets.fileSet:
    for file in files.file:
        print("file", files.name, file.name)
