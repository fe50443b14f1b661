"""`kernelscope …`: the command line; `kernelscope kernel FOLDER CONNECTION_FILE`: the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from .errors import LauncherError
from .gpu_libraries import tell_package_folders
from .node import find_node

# Interrupting a busy callback leaves Node's record of asynchronous calls unbalanced; with this
# option Node goes on, without it the process aborts.
KERNEL_NODE_OPTION = "--no-force-async-hooks-checks"
COMMAND_LINE = "share/jupyter/kernels/kernelscope/dist/cli.cjs"


def main() -> int:
    """Runs Node in place of this process; returns an exit status only when that is impossible."""
    try:
        tell_package_folders()
        return become([find_node(), *script_and_arguments(sys.argv[1:])])
    except LauncherError as error:
        print(f"kernelscope: {error}", file=sys.stderr)
        return 1


def script_and_arguments(arguments: list[str]) -> list[str]:
    """What to hand to Node for the arguments of `kernelscope`."""
    if len(arguments) == 3 and arguments[0] == "kernel":
        _, folder, connection_file = arguments
        stand_by = Path(folder, "packages", "kernelscope", "standBy.js")
        script = Path(folder, "dist", "kernel.cjs")
        return [KERNEL_NODE_OPTION, "--require", str(stand_by), str(script), connection_file]
    return [command_line_script(), *arguments]


def command_line_script() -> str:
    """The path of the command line, wherever pip has put it."""
    try:
        installed = files("kernelscope") or []
    except PackageNotFoundError:
        installed = []
    for path in installed:
        if path.as_posix().endswith(COMMAND_LINE):
            return str(path.locate().resolve())
    raise LauncherError(
        "the command line is not installed; run: pip install --force-reinstall kernelscope"
    )


def become(command: list[str]) -> int:
    """Replaces this process by `command`; on Windows, which cannot, waits for it."""
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
