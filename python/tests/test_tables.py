"""Tables reach pandas, polars and pyarrow without a copy."""

import pandas
import polars
import pyarrow
import pytest
import tailback


@pytest.fixture
def run(tree):
    return tailback.run(tree, progress=False, **{"measure.window_ms": 0.05})


def address(table, column):
    return pyarrow.table(table).column(column).chunk(0).buffers()[1].address


def test_all_readers_share_the_memory_of_a_table(run):
    table = run.flow_series
    first = address(table, "rate")
    assert address(table, "rate") == first
    batch = pyarrow.record_batch(table)
    assert batch.column("rate").buffers()[1].address == first
    frame = polars.DataFrame(table)
    assert frame["rate"].to_arrow().buffers()[1].address == first


def test_pandas_polars_and_pyarrow_read_the_same_values(run):
    for table in (run.links, run.flows, run.groups, run.messages, run.message_sizes, run.latencies, run.flow_series, run.link_series):
        expected = table.to_dict()
        assert len(table) == len(expected[table.column_names[0]])
        assert table.to_pyarrow().to_pydict() == expected
        assert table.to_polars().to_dict(as_series=False) == expected
        frame = table.to_pandas()
        assert list(frame.columns) == table.column_names
        assert len(frame) == len(table)
    assert isinstance(run.flows.to_pandas(), pandas.DataFrame)
    rates = run.flows.to_pandas()["rate"].to_list()
    assert rates == run.flows.to_dict()["rate"]


def test_a_table_outlives_its_run_and_a_frame_its_table(tree):
    frame = polars.DataFrame(tailback.run(tree, progress=False).flows)
    assert frame["rate"].sum() > 0


def test_the_schema_is_that_of_the_rows(run):
    assert pyarrow.schema(run.flows) == pyarrow.table(run.flows).schema
