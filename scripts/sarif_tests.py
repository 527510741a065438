"""Compares what `maycrawl lint --format sarif` writes with the schema. scripts/hook-test runs it."""
import os
import pathlib
import subprocess
import tempfile
import unittest

# The schema as OASIS publishes it, which refuses unknown keys. One bracket in it is a typo.
SCHEMA = pathlib.Path(__file__).parent.parent / "testdata/sarif-schema-2.1.0.json"
HOSTILE = b"User-agent: \x1b[31m\xe2\x80\xae*\nDis\x07allow: /\x1b]0;x\xff\n<\x00\nDissallow: /checkout/*\n"


class Sarif(unittest.TestCase):
    def test_a_log_is_as_the_schema_of_version_2_1_0_says(self):
        lint = [os.environ["MAYCRAWL"], "lint", "--format", "sarif", "-"]
        log = subprocess.run(lint, input=HOSTILE, capture_output=True).stdout
        self.assertIn(b'"ruleId"', log)
        with tempfile.TemporaryDirectory() as folder:
            schema, written = pathlib.Path(folder, "schema.json"), pathlib.Path(folder, "log.json")
            schema.write_text(SCHEMA.read_text().replace("{2}]?$", "{2}?$"))
            written.write_bytes(log)
            check = [pathlib.Path(__file__).parent / "check-jsonschema", "--schemafile", schema, written]
            done = subprocess.run(check, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
