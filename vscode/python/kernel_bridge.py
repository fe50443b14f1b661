"""Runs one Jupyter kernel for VS Code, which starts this program and talks to it by standard input and output.

Both ways go JSON objects, one a line. Commands, by their `command`:

- `execute` with `id`, `code` and `cellId`; `complete` and `inspect` with `id`, `code` and `cursor` in characters,
- `answer` with `value`, or null where the user gives none: to the last question,
- `interrupt`. The end of standard input ends the kernel.

Events, by their `event`:

- `ready`, or `failed` with a `reason` (`noClient`, `noKernel`, `start`) and a `text`,
- `message` with the `id` of its request, `type` and `content`: what the kernel publishes; `reply` likewise,
- `tooLarge` with `id` and `bytes`, in place of a message beyond `MAX_LINE_BYTES`,
- `asked` with `prompt` and `isPassword`,
- `died` with `code`, negative for a signal: the kernel ended, and nobody had asked for that.

The kernel is reached by sockets in a folder of its own; by ports of this machine where there are no such sockets.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
import threading
from importlib.util import find_spec

KERNEL = "kernelscope"
MAX_LINE_BYTES = 64 * 1024 * 1024
START_LIMIT_SECONDS = 120
POLL_SECONDS = 0.5
LAST_WORDS_SECONDS = 0.3

# The longest address of a socket in the file system that every system takes, less a number.
MAX_ADDRESS_LENGTH = 95


def say(event, **fields):
    """Sends an event, or in place of one that is too large to be sent, how large it is."""
    line = json.dumps({"event": event, **fields}, separators=(",", ":")).encode()
    if len(line) > MAX_LINE_BYTES:
        say("tooLarge", id=fields.get("id"), bytes=len(line))
        return
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def commands(take):
    """Hands each command to `take`, and None at the end of them."""
    while True:
        line = sys.stdin.buffer.readline(MAX_LINE_BYTES)
        if not line.endswith(b"\n"):
            take(None)
            return
        take(json.loads(line))


def connection(folder):
    """How the kernel is reached, as options of its manager; files of it go into `folder`."""
    path = os.path.join(folder, "k.json")
    has_sockets = os.name == "posix" and len(path) <= MAX_ADDRESS_LENGTH
    return {"connection_file": path, "transport": "ipc" if has_sockets else "tcp"}


def is_installed(spec):
    """Whether the package is here that a kernel spec names: one of the user's may belong to another Python."""
    return spec.argv[1:3] != ["-m", KERNEL] or find_spec(KERNEL) is not None


class Bridge:
    """A kernel that runs, and what was asked of it."""

    def __init__(self, manager):
        self.manager = manager
        self.client = manager.client()
        self.ids = {}
        self.question = None
        self.stopped = asyncio.Event()

    async def serve(self):
        """Relays until the kernel has ended or is to end."""
        self.read_commands()
        self.client.start_channels()
        if not await self.is_ready():
            return
        say("ready")
        pumps = [self.publish(), self.reply(), self.ask()]
        tasks = [asyncio.ensure_future(each) for each in [*pumps, self.watch()]]
        await self.stopped.wait()
        for task in tasks:
            task.cancel()
        self.client.stop_channels()

    async def is_ready(self):
        """Waits for the kernel; False if it is to end before that."""
        ready = asyncio.ensure_future(self.client.wait_for_ready(timeout=START_LIMIT_SECONDS))
        stopped = asyncio.ensure_future(self.stopped.wait())
        await asyncio.wait([ready, stopped], return_when=asyncio.FIRST_COMPLETED)
        if self.stopped.is_set():
            ready.cancel()
            return False
        stopped.cancel()
        await ready
        return True

    def read_commands(self):
        loop = asyncio.get_running_loop()

        def take(command):
            loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self.do(command)))

        threading.Thread(target=commands, args=(take,), daemon=True).start()

    async def do(self, command):
        if command is None:
            self.stopped.set()
            return
        name = command["command"]
        if name == "interrupt":
            await self.manager.interrupt_kernel()
        elif name == "answer":
            self.answer(command["value"])
        elif name == "execute":
            content = {"code": command["code"], "silent": False, "store_history": True}
            content.update(user_expressions={}, allow_stdin=True, stop_on_error=True)
            self.send("execute_request", command, content, {"cellId": command["cellId"]})
        else:
            content = {"code": command["code"], "cursor_pos": command["cursor"], "detail_level": 0}
            self.send(f"{name}_request", command, content)

    def send(self, kind, command, content, metadata=None):
        message = self.client.session.msg(kind, content, metadata=metadata)
        self.ids[message["header"]["msg_id"]] = command["id"]
        self.client.shell_channel.send(message)

    def answer(self, value):
        if self.question is None:
            return
        content = {"status": "ok", "value": value} if value is not None else {"status": "error", "value": ""}
        message = self.client.session.msg("input_reply", content, parent=self.question)
        self.question = None
        self.client.stdin_channel.send(message)

    def relay(self, event, message):
        request = self.ids.get(message["parent_header"].get("msg_id"))
        if request is not None:
            say(event, id=request, type=message["msg_type"], content=message["content"])

    async def publish(self):
        while True:
            self.relay("message", await self.client.get_iopub_msg())

    async def reply(self):
        while True:
            self.relay("reply", await self.client.get_shell_msg())

    async def ask(self):
        while True:
            self.question = await self.client.get_stdin_msg()
            content = self.question["content"]
            say("asked", prompt=content["prompt"], isPassword=bool(content["password"]))

    async def watch(self):
        provisioner = self.manager.provisioner
        while await provisioner.poll() is None:
            await asyncio.sleep(POLL_SECONDS)
        await asyncio.sleep(LAST_WORDS_SECONDS)
        say("died", code=await provisioner.poll())
        self.stopped.set()


async def main(folder):
    """Starts the kernel, serves it and ends it; its files are in `folder`."""
    try:
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import AsyncKernelManager
    except ImportError as error:
        return say("failed", reason="noClient", text=str(error))
    manager = AsyncKernelManager(kernel_name=KERNEL, **connection(folder))
    try:
        if not is_installed(manager.kernel_spec):
            return say("failed", reason="noKernel", text=f"{sys.executable} has no {KERNEL}")
        # the kernel's own words go where those of this program go, and never among the events
        await manager.start_kernel(cwd=os.getcwd(), stdout=sys.stderr, stderr=sys.stderr)
        await Bridge(manager).serve()
    except NoSuchKernel as error:
        say("failed", reason="noKernel", text=str(error))
    except Exception as error:
        say("failed", reason="start", text=f"{type(error).__name__}: {error}")
    if manager.has_kernel:
        await manager.shutdown_kernel()


if __name__ == "__main__":
    place = tempfile.mkdtemp(prefix="kernelscope-")
    try:
        asyncio.run(main(place))
    finally:
        shutil.rmtree(place, ignore_errors=True)
