"""The scoreboard for cocotb, with handles that are not those of a simulator."""

import pytest
from tailback.models import Marking

pytest.importorskip("cocotb")
from cocotb.types import LogicArray  # noqa: E402
from tailback.cocotb import Scoreboard  # noqa: E402


class Handle:
    def __init__(self, bits, value=0):
        self.bits = bits
        self.value = LogicArray(value, bits) if isinstance(value, int) else LogicArray(value)

    def __len__(self):
        return self.bits


class Dut:
    """A marking module with eight ports, all of whose signals are 0."""

    def __init__(self, **others):
        sizes = dict.fromkeys(["clock", "reset"], 1)
        sizes.update(dict.fromkeys(["enqueue", "dequeue", "transmit", "trigger", "mark"], 8))
        sizes.update(dict.fromkeys(["waiting", "to_mark"], 64))
        for name, bits in sizes.items():
            setattr(self, name, Handle(bits))
        for name, handle in others.items():
            setattr(self, name, handle)


@pytest.fixture
def model(switch):
    return Marking(switch)


def test_equal_outputs_pass_and_different_ones_are_named_with_the_last_cycles(model):
    dut = Dut()
    scoreboard = Scoreboard(dut, model)
    scoreboard._compare()
    dut.enqueue = scoreboard._inputs["enqueue"] = Handle(8, 1)
    scoreboard._compare()
    assert scoreboard.cycles == 2
    with pytest.raises(AssertionError) as caught:
        scoreboard._compare()
    text = str(caught.value)
    assert "in cycle 2" in text
    assert "waiting is 0x0, but the golden model has 0x1" in text
    assert "cycle 1: reset=0x0 enqueue=0x1" in text


def test_a_reset_resets_the_model(model):
    dut = Dut(reset=Handle(1, 1), enqueue=Handle(8, 255))
    scoreboard = Scoreboard(dut, model)
    for _ in range(5):
        scoreboard._compare()


def test_an_unknown_bit_differs_and_in_an_input_it_is_an_error(model):
    with pytest.raises(AssertionError, match="mark is 0000000X, but the golden model has 0x0"):
        Scoreboard(Dut(mark=Handle(8, "0000000X")), model)._compare()
    with pytest.raises(AssertionError, match="the input `enqueue` is 0000000Z"):
        Scoreboard(Dut(enqueue=Handle(8, "0000000Z")), model)._compare()


def test_ports_may_have_other_names_and_outputs_be_ignored(model):
    dut = Dut(o_mark=Handle(8), to_mark=Handle(64, 5))
    del dut.mark
    Scoreboard(dut, model, names={"mark": "o_mark"}, ignore=["to_mark"])._compare()


def test_ports_that_do_not_match_are_errors(model):
    with pytest.raises(ValueError, match="`mark` has 9 bits in the RTL, but 8"):
        Scoreboard(Dut(mark=Handle(9)), model)
    dut = Dut()
    del dut.mark
    with pytest.raises(ValueError, match="the RTL has no port `mark`"):
        Scoreboard(dut, model)
    with pytest.raises(ValueError, match="`marking` has no port marks"):
        Scoreboard(Dut(), model, ignore=["marks"])
