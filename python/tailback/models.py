"""Golden models of the hardware, stepped cycle by cycle.

Each class is the model of one module. The keys of inputs and outputs are the ports of its Verilog::

    marking = Marking("examples/santos-2003.toml")
    marking.step(enqueue=0b1)
    marking.step(trigger=0b1)
    assert marking.step(transmit=0b1, dequeue=0b1)["mark"] == 0b1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _tailback
from ._run import Overrides, Source, merged

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "Model", "names", "Marking", "Switch", "Detector", "InputBuffer", "Ingress", "Egress",
    "Forwarding", "FifoAllocator", "RoundRobinAllocator", "RequestGuard", "OutputCredits",
    "FifoDispatcher", "RoundRobinDispatcher", "HeadOfQueue", "PolicyMarking", "DetectorMarking",
    "PortCounters", "SwitchRegisters", "Link", "CreditCounter", "CreditSender",
    "CreditReceiver", "FlowControlTransmitter", "FlowControlChecker", "RateLimiter", "Response",
    "CongestionTable", "Reflector", "NicRegisters", "NicReceive", "NicTransmit", "EventQueue",
    "Nic", "EflFcsCheck", "EflFcsAppend", "EflLoss", "EflPace", "EflRate", "EflReceive",
    "EflTransmit", "EflRegisters", "EflEndpoint", "EthernetSwitch",
]


class Model(_tailback.Model):
    """The golden model of the module `block` of a configuration.

    ``config`` is the path of a TOML file, or a dict of the same content; overrides replace values
    of it by dotted key, as in ``tailback.run``.

    Raises ``ConfigError`` with all problems of the configuration, or ``ModelError`` if there is no
    such module.
    """

    def __new__(
        cls, block: str, config: Source, overrides: Overrides = None, /, **more: Any
    ) -> Self:
        return super().__new__(cls, block, config, merged(overrides, more))


def names() -> list[str]:
    """Return the names of all modules, as on the command line."""
    return _tailback.model_names()


class _Named(Model):
    _block: str

    def __new__(cls, config: Source, overrides: Overrides = None, /, **more: Any) -> Self:
        return super().__new__(cls, cls._block, config, overrides, **more)


class Marking(_Named):
    """Marks the packets that contend for a congested output port."""

    _block = "marking"


class Switch(_Named):
    """The lossless switch as a whole."""

    _block = "switch"


class Detector(_Named):
    """The congestion detector of InfiniBand at an output port."""

    _block = "detector"


class InputBuffer(_Named):
    """Packet storage of an input port."""

    _block = "input-buffer"


class Ingress(_Named):
    """Checks received packets of a switch port."""

    _block = "ingress"


class Egress(_Named):
    """Transmits the packets of a switch port."""

    _block = "egress"


class Forwarding(_Named):
    """The linear forwarding table."""

    _block = "forwarding"


class FifoAllocator(_Named):
    """Chooses waiting packets in their order of arrival."""

    _block = "fifo-allocator"


class RoundRobinAllocator(_Named):
    """Chooses waiting packets by round robin."""

    _block = "round-robin-allocator"


class RequestGuard(_Named):
    """Bounds the time for which round robin passes over a packet."""

    _block = "request-guard"


class OutputCredits(_Named):
    """Credits of an output port."""

    _block = "output-credits"


class FifoDispatcher(_Named):
    """Starts packets that the FIFO allocator chooses."""

    _block = "fifo-dispatcher"


class RoundRobinDispatcher(_Named):
    """Starts packets that the round-robin allocator chooses."""

    _block = "round-robin-dispatcher"


class HeadOfQueue(_Named):
    """Discards packets that wait longer than the Head-of-Queue Life limit."""

    _block = "head-of-queue"


class PolicyMarking(_Named):
    """A marking policy in the switch."""

    _block = "policy-marking"


class DetectorMarking(_Named):
    """The congestion detectors of all output ports."""

    _block = "detector-marking"


class PortCounters(_Named):
    """Counters of a switch port."""

    _block = "port-counters"


class SwitchRegisters(_Named):
    """Registers of the switch."""

    _block = "switch-registers"


class Link(_Named):
    """Delay of a link."""

    _block = "link"


class CreditCounter(_Named):
    """Counts the credits of a link."""

    _block = "credit-counter"


class CreditSender(_Named):
    """Credits of IBA, at the sender of a link."""

    _block = "credit-sender"


class CreditReceiver(_Named):
    """Credits of IBA, at the receiver of a link."""

    _block = "credit-receiver"


class FlowControlTransmitter(_Named):
    """Transmits flow-control packets."""

    _block = "flow-control-transmitter"


class FlowControlChecker(_Named):
    """Checks flow-control packets."""

    _block = "flow-control-checker"


class RateLimiter(_Named):
    """Chooses which flow may start a packet, and when."""

    _block = "rate-limiter"


class Response(_Named):
    """Response functions of the papers: the rate of each flow."""

    _block = "response"


class CongestionTable(_Named):
    """The congestion control table of InfiniBand."""

    _block = "congestion-table"


class Reflector(_Named):
    """Replies to marks with ACKs or CNPs."""

    _block = "reflector"


class NicRegisters(_Named):
    """Registers of the NIC."""

    _block = "nic-registers"


class NicReceive(_Named):
    """Receive path of the NIC."""

    _block = "nic-receive"


class NicTransmit(_Named):
    """Transmit path of the NIC."""

    _block = "nic-transmit"


class EventQueue(_Named):
    """A queue of ACKs or BECNs."""

    _block = "event-queue"


class Nic(_Named):
    """The NIC as a whole."""

    _block = "nic"


class EflFcsCheck(_Named):
    """Checks the FCS of Ethernet frames."""

    _block = "efl-fcs-check"


class EflFcsAppend(_Named):
    """Appends the FCS of Ethernet frames."""

    _block = "efl-fcs-append"


class EflLoss(_Named):
    """Detects lost packets of EFL."""

    _block = "efl-loss"


class EflPace(_Named):
    """Intervals between packets of EFL."""

    _block = "efl-pace"


class EflRate(_Named):
    """The rate controller of EFL."""

    _block = "efl-rate"


class EflReceive(_Named):
    """Receive path of the EFL endpoint."""

    _block = "efl-receive"


class EflTransmit(_Named):
    """Transmit path of the EFL endpoint."""

    _block = "efl-transmit"


class EflRegisters(_Named):
    """Registers of the EFL endpoint."""

    _block = "efl-registers"


class EflEndpoint(_Named):
    """The EFL endpoint as a whole."""

    _block = "efl-endpoint"


class EthernetSwitch(_Named):
    """The tail-drop Ethernet switch."""

    _block = "ethernet-switch"
