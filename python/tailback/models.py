"""Golden models of the hardware, stepped cycle by cycle.

Each class is the model of one module. The keys of inputs and outputs are the ports of its Verilog::

    marking = Marking("examples/santos-2003.toml")
    marking.step(enqueue=0b1)
    marking.step(trigger=0b1)
    assert marking.step(transmit=0b1, dequeue=0b1)["mark"] == 0b1

The clocks of a module with several clocks are inputs: a step is the next edge of those that are 1.
"""

from ._model import Model, Named, names

__all__ = [
    "Model", "names", "Marking", "Switch", "SwitchClocks", "Detector", "InputBuffer", "Ingress",
    "Egress", "Forwarding", "FifoAllocator", "RoundRobinAllocator", "RequestGuard",
    "OutputCredits", "FifoDispatcher", "RoundRobinDispatcher", "HeadOfQueue", "PolicyMarking",
    "DetectorMarking", "PortCounters", "SwitchRegisters", "Link", "SlowLink", "SlowLinkSender",
    "SlowLinkReceiver", "AsyncFifo", "CreditCounter",
    "CreditSender", "CreditReceiver", "FlowControlTransmitter", "FlowControlChecker",
    "RateLimiter", "Response", "CongestionTable", "Reflector", "NicRegisters", "NicReceive",
    "NicReceiveBuffer", "NicTransmit", "EventQueue", "Nic", "NicClocks", "UartBridge", "BoardHost",
    "EflFcsCheck", "EflFcsAppend", "EflLoss", "EflPace", "EflRate", "EflReceive", "EflTransmit",
    "EflRegisters", "EflEndpoint", "EthernetSwitch", "MacShim", "MacReceive", "FrameFifo",
]


class Marking(Named):
    """Marks the packets that contend for a congested output port."""

    _block = "marking"


class Switch(Named):
    """The lossless switch as a whole."""

    _block = "switch"


class SwitchClocks(Named):
    """The lossless switch with a clock for each port."""

    _block = "switch-clocks"


class Detector(Named):
    """The congestion detector of InfiniBand at an output port."""

    _block = "detector"


class InputBuffer(Named):
    """Packet storage of an input port."""

    _block = "input-buffer"


class Ingress(Named):
    """Checks received packets of a switch port."""

    _block = "ingress"


class Egress(Named):
    """Transmits the packets of a switch port."""

    _block = "egress"


class Forwarding(Named):
    """The linear forwarding table."""

    _block = "forwarding"


class FifoAllocator(Named):
    """Chooses waiting packets in their order of arrival."""

    _block = "fifo-allocator"


class RoundRobinAllocator(Named):
    """Chooses waiting packets by round robin."""

    _block = "round-robin-allocator"


class RequestGuard(Named):
    """Bounds the time for which round robin passes over a packet."""

    _block = "request-guard"


class OutputCredits(Named):
    """Credits of an output port."""

    _block = "output-credits"


class FifoDispatcher(Named):
    """Starts packets that the FIFO allocator chooses."""

    _block = "fifo-dispatcher"


class RoundRobinDispatcher(Named):
    """Starts packets that the round-robin allocator chooses."""

    _block = "round-robin-dispatcher"


class HeadOfQueue(Named):
    """Discards packets that wait longer than the Head-of-Queue Life limit."""

    _block = "head-of-queue"


class PolicyMarking(Named):
    """A marking policy in the switch."""

    _block = "policy-marking"


class DetectorMarking(Named):
    """The congestion detectors of all output ports."""

    _block = "detector-marking"


class PortCounters(Named):
    """Counters of a switch port."""

    _block = "port-counters"


class SwitchRegisters(Named):
    """Registers of the switch."""

    _block = "switch-registers"


class Link(Named):
    """Delay of a link."""

    _block = "link"


class SlowLink(Named):
    """A link that is slower than the datapath, with both ends."""

    _block = "slow-link"


class SlowLinkSender(Named):
    """The end of a slow link that sends."""

    _block = "slow-link-sender"


class SlowLinkReceiver(Named):
    """The end of a slow link that receives."""

    _block = "slow-link-receiver"


class AsyncFifo(Named):
    """A FIFO for a stream of packets between two clocks."""

    _block = "async-fifo"


class CreditCounter(Named):
    """Counts the credits of a link."""

    _block = "credit-counter"


class CreditSender(Named):
    """Credits of IBA, at the sender of a link."""

    _block = "credit-sender"


class CreditReceiver(Named):
    """Credits of IBA, at the receiver of a link."""

    _block = "credit-receiver"


class FlowControlTransmitter(Named):
    """Transmits flow-control packets."""

    _block = "flow-control-transmitter"


class FlowControlChecker(Named):
    """Checks flow-control packets."""

    _block = "flow-control-checker"


class RateLimiter(Named):
    """Chooses which flow may start a packet, and when."""

    _block = "rate-limiter"


class Response(Named):
    """Response functions of the papers: the rate of each flow."""

    _block = "response"


class CongestionTable(Named):
    """The congestion control table of InfiniBand."""

    _block = "congestion-table"


class Reflector(Named):
    """Replies to marks with ACKs or CNPs."""

    _block = "reflector"


class NicRegisters(Named):
    """Registers of the NIC."""

    _block = "nic-registers"


class NicReceive(Named):
    """Receive path of the NIC."""

    _block = "nic-receive"


class NicReceiveBuffer(Named):
    """Receive buffer of the NIC."""

    _block = "nic-receive-buffer"


class NicTransmit(Named):
    """Transmit path of the NIC."""

    _block = "nic-transmit"


class EventQueue(Named):
    """A queue of ACKs or BECNs."""

    _block = "event-queue"


class Nic(Named):
    """The NIC as a whole."""

    _block = "nic"


class NicClocks(Named):
    """The NIC with a clock for its link."""

    _block = "nic-clocks"


class UartBridge(Named):
    """The bridge from a serial line to AXI4-Lite."""

    _block = "uart-bridge"


class BoardHost(Named):
    """A host in hardware, which sends flows through a NIC."""

    _block = "board-host"


class EflFcsCheck(Named):
    """Checks the FCS of Ethernet frames."""

    _block = "efl-fcs-check"


class EflFcsAppend(Named):
    """Appends the FCS of Ethernet frames."""

    _block = "efl-fcs-append"


class EflLoss(Named):
    """Detects lost packets of EFL."""

    _block = "efl-loss"


class EflPace(Named):
    """Intervals between packets of EFL."""

    _block = "efl-pace"


class EflRate(Named):
    """The rate controller of EFL."""

    _block = "efl-rate"


class EflReceive(Named):
    """Receive path of the EFL endpoint."""

    _block = "efl-receive"


class EflTransmit(Named):
    """Transmit path of the EFL endpoint."""

    _block = "efl-transmit"


class EflRegisters(Named):
    """Registers of the EFL endpoint."""

    _block = "efl-registers"


class EflEndpoint(Named):
    """The EFL endpoint as a whole."""

    _block = "efl-endpoint"


class EthernetSwitch(Named):
    """The tail-drop Ethernet switch."""

    _block = "ethernet-switch"


class MacShim(Named):
    """Frames between an endpoint or Ethernet switch and a MAC of 10 or 25 Gbit/s."""

    _block = "mac-shim"


class MacReceive(Named):
    """Drops frames of a MAC for which the receiver is not ready."""

    _block = "mac-receive"


class FrameFifo(Named):
    """Sends a frame after its last beat has arrived, and then without a pause."""

    _block = "frame-fifo"
