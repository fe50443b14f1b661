"""Drops what an interrupted pip left half done in this environment, so that pip installs it anew.

A package is whole if its RECORD is there, which pip writes last, and so is every file that it names. Of one that is
not, the description is removed: pip then takes it to be absent.
"""

import os
import shutil
import sysconfig
from importlib.metadata import Distribution


def is_whole(path):
    files = Distribution.at(path).files
    return bool(files) and all(os.path.exists(file.locate()) for file in files)


def main():
    folder = sysconfig.get_path("purelib")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        # pip gives packages that it replaces a name with ~ until it is done.
        if name.startswith("~") or (name.endswith(".dist-info") and not is_whole(path)):
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            print(f"dropped {name}")


main()
