"""The one error of the launcher."""


class LauncherError(Exception):
    """Node cannot be started. The message says why and what to do next."""
