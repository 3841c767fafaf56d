"""A process that has the house loaded, and for each line it reads starts one as `evenmoney serve`.

What takes a second each time is the loading; so a campaign of hundreds of kills forks instead. A
line in is JSON, `[arguments, environment]`; lines out are `started PID`, what the house prints, and
`ended STATUS`. One house runs at a time.
"""

import json
import os
import sys
from typing import NoReturn

import evenmoney.cli.serve
from evenmoney.cli import main


def serve(arguments: list[str], environment: dict[str, str]) -> NoReturn:
    """Be the house."""
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["evenmoney", *arguments]
    sys.exit(main())


def start_what_is_asked() -> None:
    """Until the end of the input."""
    assert evenmoney.cli.serve
    for line in sys.stdin:
        arguments, environment = json.loads(line)
        pid = os.fork()
        if pid == 0:
            serve(arguments, environment)
        print(f"started {pid}", flush=True)
        _, status = os.waitpid(pid, 0)
        print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    start_what_is_asked()
