"""Stops the tasks that decide, so that a test can act while the job is certainly in the middle.

Python imports this module when it starts, if the folder is in ``PYTHONPATH``. The first task of each executor passes. The
others write a file ``waiting-…`` and wait for the file ``open``.
"""

import os
import pathlib
import time

folder = os.environ.get("MAYCRAWL_TEST_GATE")
if folder:
    from maycrawl.spark import _indexed, _steps

    gate = pathlib.Path(folder)
    decides = {kind: kind.__call__ for kind in (_steps.Decide, _indexed.DecideUnits)}

    def gated(self, batches):
        """Decides, or waits first."""
        from pyspark import TaskContext

        # The working folder of an executor is WORKER/APPLICATION/EXECUTOR.
        worker = pathlib.Path.cwd().parent.parent.name
        task = TaskContext.get()
        name = f"{worker}-{task.partitionId()}-{task.taskAttemptId()}"
        if (gate / f"passed-{worker}").exists():
            (gate / f"waiting-{name}").touch()
            daemon = os.getppid()
            while not (gate / "open").exists():
                if os.getppid() != daemon:
                    os._exit(1)
                time.sleep(0.05)
        yield from decides[type(self)](self, batches)
        (gate / f"passed-{worker}").touch()

    for kind in decides:
        kind.__call__ = gated
