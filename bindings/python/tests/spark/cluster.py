"""A standalone cluster of Spark on loopback: one master and two workers, each a process of its own."""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pyspark

from maycrawl.spark import job

HOME = pathlib.Path(pyspark.__file__).parent
GATE = pathlib.Path(__file__).parent / "gate"
DEADLINE = 120
# The quick compiler of the JVM: the jobs are short.
JVM = "-XX:TieredStopAtLevel=1"


def wait_for(what, ready, process=None):
    """Waits until `ready` gives something true, and gives it back."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = ready()
        if found:
            return found
        if process is not None and process.poll() is not None:
            raise AssertionError(f"{what}: the process has ended with {process.returncode}")
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {DEADLINE} s")


class Process:
    """A process with a group of its own, and a log."""

    def __init__(self, name, command, log, env):
        self.log = log
        with log.open("wb") as output:
            self.popen = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, env=env, start_new_session=True, cwd=log.parent
            )
        self.name = name

    def text(self):
        return self.log.read_text(errors="replace")

    def wait_for(self, pattern):
        return wait_for(f"{self.name}: {pattern}", lambda: re.search(pattern, self.text()), self.popen)

    def kill(self):
        """SIGKILL for the process and its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.env = {
            **os.environ,
            "SPARK_HOME": str(HOME),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": JVM,
            "PYSPARK_PYTHON": sys.executable,
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def __enter__(self):
        try:
            master = self._start("master", "Master", "--webui-port", "0")
            self.url = master.wait_for(r"Starting Spark master at (spark://127\.0\.0\.1:\d+)").group(1)
            self.workers = [self._worker(f"worker-{number}") for number in range(2)]
            for worker in self.workers:
                worker.wait_for("Successfully registered with master")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()

    def _start(self, name, role, *arguments, env=()):
        command = [HOME / "bin" / "spark-class", f"org.apache.spark.deploy.{role.lower()}.{role}"]
        command += ["--host", "127.0.0.1", "--port", "0", *arguments]
        return self._run(name, command, {**self.env, **dict(env)})

    def _run(self, name, command, env):
        process = Process(name, [str(part) for part in command], self.folder / f"{name}.log", env)
        self.processes.append(process)
        return process

    def _worker(self, name):
        work, disk = self.folder / name, self.folder / f"{name}-disk"
        work.mkdir()
        options = ["--webui-port", "0", "--cores", "1", "--memory", "1g", "--work-dir", str(work)]
        return self._start(name, "Worker", *options, self.url, env={"SPARK_LOCAL_DIRS": str(disk)})

    def lose(self, number):
        """Kills a worker with its executor, and removes its disk: a machine that is gone."""
        worker = self.workers.pop(number)
        worker.kill()
        shutil.rmtree(self.folder / f"{worker.name}-disk")

    def job(self, name, arguments, gate=None, submit=False):
        """Starts the job: ``python -m maycrawl.spark.job``, or its file with ``spark-submit``."""
        events = self.folder / f"{name}-events"
        events.mkdir()
        settings = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.executor.cores": "1",
            "spark.driver.extraJavaOptions": JVM,
            "spark.executor.extraJavaOptions": JVM,
            # To compile the code of a step takes longer than the step.
            "spark.sql.codegen.wholeStage": "false",
            "spark.ui.enabled": "false",
            # Two workers on one machine read each other's files through the network, as on two machines.
            "spark.shuffle.readHostLocalDisk": "false",
            "spark.shuffle.io.maxRetries": "1",
            "spark.shuffle.io.retryWait": "1s",
            "spark.sql.shuffle.partitions": "4",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.compress": "false",
            "spark.eventLog.rolling.enabled": "false",
            "spark.eventLog.dir": events.as_uri(),
        }
        if gate is not None:
            settings["spark.executorEnv.PYTHONPATH"] = str(GATE)
            settings["spark.executorEnv.MAYCRAWL_TEST_GATE"] = str(gate)
        options = ["--master", self.url]
        for key, value in settings.items():
            options += ["--conf", f"{key}={value}"]
        if submit:
            command = [HOME / "bin" / "spark-submit", *options, job.__file__, *arguments]
            return self._run(name, command, {**self.env, "PYSPARK_DRIVER_PYTHON": sys.executable})
        env = {**self.env, "PYSPARK_SUBMIT_ARGS": shlex.join([*options, "pyspark-shell"])}
        return self._run(name, [sys.executable, "-m", "maycrawl.spark.job", *arguments], env)

    def events(self, name):
        """The events of a job that has ended."""
        (log,) = (path for path in (self.folder / f"{name}-events").iterdir() if path.is_file())
        return [json.loads(line) for line in log.read_text().splitlines()]
