"""Gives settings to a program that writes robots.txt, and says which of its files do not do what the setting says.

    python3 run.py --command 'my-writer --case'
    python3 run.py --command 'python3 maycrawl_new.py' --maycrawl target/release/maycrawl

The program gets one case as JSON on standard input and prints the whole new file. A status that is not 0 says that it refuses.
`maycrawl verify` decides each line of `must` for every URL. The exit status is 0 if every file does what its setting says, 1 if
one does not, and 2 if a program cannot be run. Needs Python 3.9 and no package.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases.jsonl"


def run(words, stdin=b""):
    try:
        return subprocess.run(words, input=stdin, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{words[0]}: {error}", file=sys.stderr)
        sys.exit(2)


def lost_lines(case, file):
    """The lines that should be in the file, as they are, and are not."""
    lines = [line.rstrip(b"\r") for line in file.split(b"\n")]
    return [line for line in case.get("keep", []) if line.encode() not in lines]


def broken(case, file, args):
    """What the file does not do, in the words of `maycrawl verify`."""
    with tempfile.TemporaryDirectory() as folder:
        robots, must = Path(folder, "robots.txt"), Path(folder, "must.txt")
        robots.write_bytes(file)
        must.write_text("".join(line + "\n" for line in case["must"]), encoding="utf-8")
        readers = ["--readers", args.readers] if args.readers else []
        judged = run([args.maycrawl, "verify", "--quiet", "--robots", str(robots), *readers, str(must)])
    if judged.returncode == 2:
        print(judged.stderr.decode("utf-8", "replace"), file=sys.stderr)
        sys.exit(2)
    text = judged.stdout.decode("utf-8", "replace").replace(folder + "/", "")
    return text if judged.returncode else ""


def main():
    parser = argparse.ArgumentParser(description="Checks a program that writes robots.txt.")
    parser.add_argument("--command", required=True, help="the program, with its arguments")
    parser.add_argument("--maycrawl", default="maycrawl", help="the command that judges")
    parser.add_argument("--readers", help="programs for which the files must do it too, such as protego,cpython")
    args = parser.parse_args()
    with open(CASES, encoding="utf-8", newline="\n") as lines:
        cases = [json.loads(line) for line in lines]
    faults, refused = 0, 0
    for case in cases:
        written = run(shlex.split(args.command), json.dumps(case).encode())
        if written.returncode:
            refused += 1
            is_fault = not case.get("may_refuse")
            told = [f"refuses: {written.stderr.decode('utf-8', 'replace').strip()[:300]}"] if is_fault else []
        else:
            told = [f"line is lost: {line}" for line in lost_lines(case, written.stdout)]
            told += filter(None, [broken(case, written.stdout, args)])
        if told:
            faults += 1
            print(f"{case['id']}: {case['setting']}\n  {case['why']}")
            print("".join(f"  {line}\n" for text in told for line in text.splitlines()))
    print(f"{len(cases)} settings: {len(cases) - faults} right, {faults} wrong; {refused} refused")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
