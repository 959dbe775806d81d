"""Golden models: values of ports, and cycles."""

import random
import tomllib

import pytest
import tailback
from tailback import models


def test_packets_that_waited_when_a_buffer_became_full_are_marked(switch):
    marking = models.Marking(switch)
    marking.step(enqueue=0b1)
    marking.step(enqueue=0b1)
    assert marking.step(trigger=0b1)["waiting"] == [2, 0, 0, 0, 0, 0, 0, 0]
    leaves = {"dequeue": 0b1, "transmit": 0b1}
    marks = [marking.step(leaves)["mark"] for _ in range(2)] + [marking.step(transmit=1)["mark"]]
    assert marks == [1, 1, 0]


def test_a_reset_takes_the_place_of_the_edge_before(switch):
    marking = models.Marking(switch)
    marking.step(enqueue=0xFF)
    assert marking.step(enqueue=0xFF)["waiting"] == [1] * 8
    marking.reset()
    assert marking.step()["waiting"] == [0] * 8


def test_every_module_has_a_class_and_runs(switch):
    classes = {getattr(models, name) for name in models.__all__} - {models.Model, models.names}
    assert {each._block for each in classes} == set(models.names())
    for each in classes:
        model = each(switch)
        assert isinstance(model, models.Model) and model.block == each._block
        outputs = model.step()
        ports = {port.name: port for port in model.ports}
        assert set(outputs) == {it.name for it in model.ports if it.direction == "output"}
        for name, value in outputs.items():
            is_list = ports[name].lanes > 1 and ports[name].width > 1
            assert isinstance(value, list if is_list else int), name


def test_random_inputs_give_outputs_or_an_error_and_a_reset_helps(switch):
    randoms = random.Random(1)
    for name in models.names():
        model = models.Model(name, switch)
        inputs = [port for port in model.ports if port.direction == "input"]
        for _ in range(50):
            try:
                model.step({port.name: randoms.getrandbits(port.bits) for port in inputs})
            except tailback.ModelError:
                model.reset()
        model.reset()
        model.step()


def test_a_value_is_a_number_or_a_list_of_elements(switch):
    naive = {"marking.policy": "naive"}
    number, elements = (models.Marking(switch, **naive) for _ in range(2))
    for _ in range(2):
        one = number.step(enqueue=3, enqueue_slot=0b01_10, trigger=2, transmit=3, transmit_slot=6)
        two = elements.step(
            enqueue=[1, True], enqueue_slot=(2, 1), trigger=[0, 1], transmit=3, transmit_slot=[2, 1]
        )
        assert one == two
    marking = models.Marking(switch)
    marking.step(enqueue=0b101)
    assert marking.step(packed=True)["waiting"] == 0x010001


def test_wide_values_pass_unchanged(switch):
    link = models.Link(switch, **{"datapath.width_bits": 512})
    data = random.Random(1).getrandbits(512)
    link.step(s_axis_tvalid=1, s_axis_tdata=data, s_axis_tkeep=2**64 - 1)
    for _ in range(100):
        outputs = link.step()
        if outputs["m_axis_tvalid"]:
            break
    assert outputs["m_axis_tdata"] == data


@pytest.mark.parametrize(
    ("inputs", "text"),
    [
        ({"enqueue": 256}, "the value of `enqueue` is 256, but must have 0 to 8 bits"),
        ({"enqueue": -1}, "the value of `enqueue` is -1"),
        ({"enqueue": 1.5}, "the value of `enqueue` is 1.5, which is no whole number"),
        ({"enqueue": None}, "the value of `enqueue` is None"),
        ({"enqueue": "1"}, "the value of `enqueue` is 1, which is no whole number"),
        ({"enqueue": [0] * 9}, "`enqueue` has 8 elements, but 9 are given"),
        ({"enqueue": [2]}, "the value of `enqueue` is 2, but must have 0 to 1 bits"),
        ({"enqueu": 1}, "no input `enqueu`. Did you mean `enqueue`?"),
        ({"mark": 1}, "no input `mark`"),
    ],
)
def test_values_that_do_not_fit_are_errors(switch, inputs, text):
    with pytest.raises(tailback.ModelError) as caught:
        models.Marking(switch).step(inputs)
    assert text in str(caught.value)


def test_a_configuration_may_be_a_dict_and_its_problems_are_errors(switch):
    config = tomllib.loads(switch.read_text())
    assert models.Marking(config).step() == models.Marking(switch).step()
    with pytest.raises(tailback.ConfigError, match="switch.ports is 1, but must be 2 to 36"):
        models.Marking(switch, **{"switch.ports": 1})
    with pytest.raises(tailback.ModelError, match="did you mean `marking`"):
        models.Model("makring", switch)
