"""Tells Node where this Python environment has NVIDIA's libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

# Folders of packages, separated as in PATH; those of NVIDIA keep their libraries in nvidia/*/lib.
VARIABLE = "KERNELSCOPE_PYTHON_PACKAGES"
PACKAGE_FOLDERS = ("site-packages", "dist-packages")


def tell_package_folders(environment: MutableMapping[str, str] = os.environ) -> None:
    """Names the folders from which this Python imports packages of NVIDIA, where there are any."""
    folders = [path for path in sys.path if has_nvidia(Path(path))]
    if folders:
        environment[VARIABLE] = os.pathsep.join(folders)


def has_nvidia(folder: Path) -> bool:
    """True for a folder of installed packages that has some of NVIDIA."""
    return folder.name in PACKAGE_FOLDERS and (folder / "nvidia").is_dir()
