"""The job on a real cluster: the rows of ``maycrawl bulk``, also if a worker is killed, and no task with half of the work."""

from collections import Counter

import inputs
import pyarrow.parquet
import pytest
from cluster import Cluster, wait_for
from conftest import compare, parts

PARTITIONS = 8


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def run(job):
    job.popen.wait(timeout=300)
    assert job.popen.returncode == 0, job.text()[-8000:]


def tasks(events, reason=None):
    """The tasks that ended, those with this reason."""
    ends = [event for event in events if event["Event"] == "SparkListenerTaskEnd"]
    return [end for end in ends if reason is None or end["Task End Reason"]["Reason"] == reason]


def test_the_inputs_have_every_case(expected_of_job):
    decisions, uses = Counter(), Counter()
    for row, times in expected_of_job.rows.items():
        decisions[row[5]] += times
        uses[row[6]] += times
    for said in ("refused", "granted", "not said", "unknown"):
        assert uses[said] > 10, uses
    for reason in ("rule", "no-file", "no-rule-matched", "unknown", "unreachable-network", "unreachable-server-error"):
        assert decisions[reason] > 10, decisions
    assert decisions["unreachable-too-many-requests"] > 10
    assert expected_of_job.summary["robots_skipped"] == 1
    assert expected_of_job.summary["robots_bad"] >= 6
    assert expected_of_job.summary["robots_cut"] == 1
    assert expected_of_job.summary["robots_end_unknown"] >= 60
    assert any('"rows":100' in row for row in expected_of_job.bad_rows), expected_of_job.bad_rows


def test_rows_are_those_of_bulk_and_skew_is_spread(cluster, expected_of_job, tmp_path):
    output = tmp_path / "out"
    job = cluster.job("skew", [*expected_of_job.arguments, "--output", str(output), "--partitions", str(PARTITIONS)])
    run(job)
    compare(output, expected_of_job)

    total = sum(expected_of_job.rows.values())
    busy = sum(times for row, times in expected_of_job.rows.items() if row[0].startswith(inputs.BUSY))
    assert busy > 0.45 * total
    fair = total / PARTITIONS
    assert len(parts(output)) == PARTITIONS
    assert max(pyarrow.parquet.read_metadata(part).num_rows for part in parts(output)) <= 2 * fair
    # The same from the cluster's own numbers: what each task has written, and what it has read from others.
    metrics = [task["Task Metrics"] for task in tasks(cluster.events("skew"), "Success")]
    written = [found["Output Metrics"]["Records Written"] for found in metrics]
    decided = [found for found, count in zip(metrics, written, strict=True) if count > total / 100]
    assert sum(found["Output Metrics"]["Records Written"] for found in decided) == total
    assert len(decided) == PARTITIONS
    assert max(found["Output Metrics"]["Records Written"] for found in decided) <= 2 * fair
    read = [found["Shuffle Read Metrics"]["Total Records Read"] for found in decided]
    assert max(read) <= 2 * sum(read) / PARTITIONS


def test_rows_are_those_of_bulk_if_no_url_moves(cluster, expected_of_job, tmp_path):
    output = tmp_path / "out"
    run(cluster.job("index", [*expected_of_job.arguments, "--output", str(output)]))
    compare(output, expected_of_job)
    assert not (output / "_robots.sqlite").exists()
    metrics = [task["Task Metrics"] for task in tasks(cluster.events("index"), "Success")]
    moved = sum(found["Shuffle Write Metrics"]["Shuffle Records Written"] for found in metrics)
    records = expected_of_job.summary["robots_records"]
    # Each record goes to where it is compared, and from there to the index.
    assert records < moved < 3 * records
    assert 3 * records < expected_of_job.summary["urls"]


MOVED = pytest.param(["--partitions", str(PARTITIONS)], id="moved")
INDEX = pytest.param([], id="index", marks=pytest.mark.others)


@pytest.mark.parametrize("moving", [MOVED, INDEX])
def test_a_killed_worker_loses_nothing_and_doubles_nothing(expected_of_job, tmp_path, moving):
    with Cluster(tmp_path) as cluster:  # which is one worker short in the end
        lose_a_worker(cluster, expected_of_job, tmp_path, moving)


def lose_a_worker(cluster, expected_of_job, tmp_path, moving):
    gate, output = tmp_path / "gate", tmp_path / "out"
    gate.mkdir()
    arguments = [*expected_of_job.arguments, "--output", str(output), *moving]
    job = cluster.job("kill", arguments, gate, submit=True)
    # Both executors have finished a task that decides, and are in the middle of their second one.
    for number in range(2):
        waiting = f"waiting-worker-{number}-*"
        wait_for(waiting, lambda waiting=waiting: list(gate.glob(waiting)), job.popen)
    assert not (output / "_SUCCESS").exists()
    cluster.lose(1)
    (gate / "open").touch()
    run(job)
    compare(output, expected_of_job)

    events = cluster.events("kill")
    removed = [event for event in events if event["Event"] == "SparkListenerExecutorRemoved"]
    assert removed, "no executor was lost"
    lost = tasks(events, "ExecutorLostFailure")
    assert lost, "no task was lost"
    if not moving:  # what was finished was in the output
        return
    # The disk of the worker had a part of what the other tasks read. That work was done again.
    assert tasks(events, "FetchFailed") or tasks(events, "Resubmitted"), "no finished work was lost"
