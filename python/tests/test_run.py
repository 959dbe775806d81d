"""Runs of scenarios: results, overrides, sweeps, progress, and interruption."""

import os
import signal
import threading
import time
import tomllib

import pytest
import tailback

#: Windows that are shorter than the run of the small fabric.
WINDOWS = {"measure.window_ms": 0.05}
#: A run that takes far longer than any test.
ENDLESS = {"run.duration_ms": 100_000, "measure.to_ms": 100_000}


def test_a_run_has_statistics_and_series(tree):
    run = tailback.run(tree, progress=False, **WINDOWS)
    assert (run.scenario, run.engine, run.engine_why) == ("tree", "exact", None)
    assert run.counts["sent"] >= run.counts["delivered"] > 1000
    groups = run.groups.to_dict()
    flows = run.flows.to_dict()
    assert sum(groups["flows"]) == len(run.flows) == len(set(flows["flow"]))
    assert sum(groups["packets"]) == sum(flows["packets"])
    assert sum(flows["marked_packets"]) > 0
    for utilisation in run.links.to_dict()["utilisation"]:
        assert 0 < utilisation <= 1
    series = run.flow_series.to_dict()
    times = sorted(set(series["time_ms"]))
    assert len(series["rate"]) == len(times) * len(run.flows)
    assert times[-1] == pytest.approx(run.duration_ms)
    assert len(run.link_series) >= len(times) * len(run.links)


def test_a_run_is_the_same_each_time_and_with_another_seed_another(tree):
    first, same = (tailback.run(tree, progress=False).flows.to_dict() for _ in range(2))
    assert first == same
    assert first != tailback.run(tree, progress=False, **{"run.seed": 99}).flows.to_dict()


def test_a_dict_gives_the_results_of_its_file(tree):
    scenario = tomllib.loads(tree.read_text())
    of_dict, of_file = (tailback.run(it, progress=False) for it in (scenario, tree))
    assert of_dict.flows.to_dict() == of_file.flows.to_dict()


def test_overrides_are_dotted_keys_or_tables_and_keywords_take_precedence(tree):
    keys = {"run.duration_ms": 0.2, "measure.to_ms": 0.2}
    runs = [
        tailback.run(tree, keys, progress=False),
        tailback.run(tree, progress=False, **keys),
        tailback.run(tree, progress=False, run={"duration_ms": 0.2}, measure={"to_ms": 0.2}),
        tailback.run(tree, {**keys, "run.duration_ms": -1}, progress=False, **keys),
    ]
    for run in runs:
        assert run.duration_ms == pytest.approx(0.2)
        assert run.flows.to_dict() == runs[0].flows.to_dict()


def test_congestion_control_marks_packets_and_its_absence_none(tree):
    without = tailback.run(tree, progress=False, **{"run.congestion_control": False})
    rates = {"with": 0, "without": 0}
    for name, run in {"with": tailback.run(tree, progress=False), "without": without}.items():
        rates[name] = sum(run.groups.to_dict()["rate"])
    assert rates["with"] != rates["without"]


def test_series_are_left_out_if_they_are_not_wanted(tree):
    run = tailback.run(tree, progress=False, series=False, **WINDOWS)
    assert len(run.flow_series) == len(run.link_series) == 0
    assert len(run.flows) > 0


def test_scenarios_over_ethernet_run(examples):
    path = examples / "scenarios" / "shimonishi07-fig6.toml"
    short = {"run.duration_ms": 2, "measure.to_ms": 2, "flows.late.start_us": 100}
    run = tailback.run(path, short, progress=False)
    assert run.counts["delivered"] > 0
    assert {"mean_delay_us", "longest_delay_us"} < set(run.links.column_names)
    assert "gbit_per_s" in run.flow_series.column_names
    assert len(run.flow_series) > 0


def test_messages_have_a_slowdown(examples):
    path = examples / "topologies" / "messages-32.toml"
    run = tailback.run(path, progress=False, series=False)
    slowdowns = [value for value in run.messages.to_dict()["slowdown"] if value is not None]
    assert slowdowns and min(slowdowns) >= 1
    sizes = run.message_sizes.to_dict()
    assert sizes["sizes"][-1] == "all" and sizes["up_to_bytes"][-1] is None
    assert sizes["complete"][-1] == len(slowdowns) and sizes["messages"][-1] == len(run.messages)
    assert sum(sizes["messages"][:-1]) == len(run.messages)
    assert sizes["mean_slowdown"][-1] == pytest.approx(sum(slowdowns) / len(slowdowns))
    assert sizes["most_slowdown"][-1] == max(slowdowns)
    assert sizes["median_us"][0] < sizes["percentile_99_us"][0]


def test_groups_of_packets_over_ethernet_have_a_slowdown(examples):
    path = examples / "scenarios" / "shimonishi07-fig10.toml"
    short = {"run.duration_ms": 100, "measure.from_ms": 0, "measure.to_ms": 100}
    run = tailback.run(path, short, progress=False, series=False)
    sizes, messages = run.message_sizes.to_dict(), run.messages.to_dict()
    assert sizes["complete"][-1] == len(messages["taken_us"]) > 0
    assert min(messages["slowdown"]) > 0.99


def test_a_ping_pong_has_times_and_latencies(examples):
    path = examples / "scenarios" / "gran10-table3.toml"
    short = {"run.duration_ms": 30, "measure.from_ms": 2, "measure.to_ms": 20}
    run = tailback.run(path, short, progress=False, series=False)
    exchanges, latencies = run.exchanges.to_dict(), run.latencies.to_dict()
    assert exchanges["payload_bytes"] == [8, 8]
    assert exchanges["least_us"] == exchanges["mean_us"] and exchanges["messages"][0] > 1000
    assert exchanges["interval_us"][0] == pytest.approx(sum(exchanges["mean_us"]))
    group = latencies["group"].index("F1")
    assert 0 < latencies["median_us"][group] < exchanges["mean_us"][0]
    assert len(latencies["group"]) == 5


def test_points_of_a_sweep_are_overrides_of_its_runs(examples):
    path = examples / "scenarios" / "gran10-sweep.toml"
    points = tailback.points(path)
    assert len(points) > 1 and points[0] != points[1]
    assert all(isinstance(value, (int, float, str)) for point in points for value in point.values())
    assert tailback.points(path, points[0]) == [{}]


def test_progress_is_reported_up_to_the_last_cycle(tree):
    reports = []
    tailback.run(tree, progress=lambda now, cycles: reports.append((now, cycles)))
    cycles = reports[0][1]
    assert [now for now, _ in reports] == sorted({now for now, _ in reports})
    assert reports[-1] == (cycles, cycles)


def test_an_exception_of_the_progress_function_ends_the_run(tree):
    def stop(now, cycles):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        tailback.run(tree, progress=stop, **ENDLESS)


def test_ctrl_c_ends_a_long_run(tree):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tailback.run(tree, progress=False, series=False, **ENDLESS)
    assert time.monotonic() - start < 5


def test_other_threads_run_during_a_run(tree):
    counts = []

    def count():
        for number in range(20):
            time.sleep(0.005)
            counts.append(number)

    def stop(now, cycles):
        if len(counts) == 20:
            raise StopIteration

    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    with pytest.raises(StopIteration):
        tailback.run(tree, progress=stop, series=False, **ENDLESS)
    assert time.monotonic() - start < 3
    thread.join()
