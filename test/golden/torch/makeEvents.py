"""Writes events.json: what two releases of PyTorch print of random events.

It needs two files of PyTorch, and no more of it:

    python makeEvents.py PROFILER_OF_1.0.1 PROFILER_UTIL_OF_2.13 [COUNT [SEED]] > events.json

which are torch/autograd/profiler.py and torch/autograd/profiler_util.py of these releases. Events of
2.13 with kernels are those of its records of CUDA: the time of kernels counts in the events around,
and the sum below the table is that of all events.
"""

import enum
import importlib.util
import json
import random
import sys
import tempfile
import types
from pathlib import Path


class DeviceType(enum.Enum):
    CPU = 0
    CUDA = 1
    XPU = 2
    MTIA = 3
    HPU = 4
    PrivateUse1 = 5


def stub(name, **members):
    module = types.ModuleType(name)
    for key, value in members.items():
        setattr(module, key, value)
    sys.modules[name] = module
    return module


autograd = stub("torch.autograd", DeviceType=DeviceType)
native = types.SimpleNamespace(_demangle=lambda text: text)
stub("torch", autograd=autograd, _C=native)
stub("torch._six", FileNotFoundError=FileNotFoundError)


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


first = load(sys.argv[1], "first")
modern = load(sys.argv[2], "modern")
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 11
random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 7)
MOST_EVENTS = 6 if COUNT < 100 else 100

NAMES = ["add", "mul", "aten::conv2d", "größe", "数え上げ::関数", "🚀 launch 🛰️", 'a"b\\c', "tab\there", ""]
NAMES += ["n" * 51, "n" * 52, "long name " * 6, "é" * 60, "🚀" * 52, "🚀" * 53, "\x7f\x00\x1f\n", "\ud800x"]
FILES = ["Cell [5]:3 train", "src/model.ts:12 forward;x", "p" * 100, "🚀" * 80, "a b\tc"]


def some_time():
    kind = random.randrange(6)
    if kind == 0:
        return random.randrange(0, 400) / 16
    if kind == 1:
        return random.uniform(0, 3e6)
    if kind == 2:
        return random.choice([0.0, 1e-5, 1e-7, 999.9995, 1000.0, 1e16, 1e22, 123456789.0625])
    if kind == 3:
        return float(random.randrange(0, 5000))
    return random.randrange(0, 80000) / 8


def span(low, high):
    """Inside [low, high]; often at its edges."""
    a = random.choice([low, random.uniform(low, high), random.uniform(low, high)])
    b = random.choice([high, a, random.uniform(a, high), random.uniform(a, high)])
    return a, max(a, b)


def nested(low, high, depth, add):
    at = low
    for _ in range(random.randrange(1, 4)):
        start, end = span(at, high)
        add(start, end)
        if depth > 0 and end > start and random.random() < 0.6:
            nested(start, end, depth - 1, add)
        at = end
        if at >= high:
            break


def some_event(id, thread, start, end):
    many = [[2, 3], [], [128, 64, 3, 3]]
    shapes = [random.choice(many) for _ in range(random.randrange(0, 4))]
    if random.random() < 0.03:
        shapes = shapes * 12
    return {
        "id": id,
        "name": random.choice(NAMES),
        "thread": thread,
        "start": start,
        "end": end,
        "memory": random.choice([0, 0, 1, -16, 1023, 1024, -2048, 3145728, 5 * 2**40, 1536]),
        "deviceMemory": random.choice([0, 0, 0, 512, 2**20]),
        "shapes": random.choice([shapes, shapes, None]),
        "stack": random.sample(FILES, random.randrange(0, 3)),
        "flops": random.choice([None, 0, 7, 999, 1000, 123456, 2**41, 10**14]),
        "isUser": random.random() < 0.1,
        "kernels": [],
    }


def some_case():
    events = []
    threads = random.choice([[0], [0, 1], [3, 1, 2]])

    def add(start, end):
        events.append(some_event(len(events) * 3, thread, start, end))

    for thread in threads:
        origin = random.choice([0.0, 0.0, -100.5, some_time()])
        if random.random() < 0.6:
            nested(origin, origin + some_time() + 1, 3, add)
        else:
            for _ in range(random.randrange(1, 5)):
                start = some_time()
                add(start, start + some_time())
    random.shuffle(events)
    events = events[:MOST_EVENTS]
    if random.random() < 0.5:
        for event in random.sample(events, min(len(events), 3)):
            for _ in range(random.randrange(0, 3)):
                start = random.randrange(0, 80000) / 16
                end = start + random.randrange(0, 80000) / 16
                kernel = [random.choice(NAMES), random.randrange(3), start, end]
                event["kernels"].append(kernel)
    return events


KEYS = ["cpu_time", "cuda_time", "cpu_time_total", "cuda_time_total", "count"]


def first_outputs(events):
    made = []
    for event in events:
        made_one = first.FunctionEvent(
            event["id"], event["name"], event["thread"], event["start"], event["end"]
        )
        for kernel in event["kernels"]:
            made_one.append_kernel(*kernel)
        made.append(made_one)
    made = first.EventList(made)
    averages = made.key_averages()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        made.export_chrome_trace(path)
        trace = path.read_text()
    out = {"repr": repr(made), "averages": repr(averages), "total": repr(made.total_average())}
    key = random.choice(KEYS)
    out["sortBy"] = key
    out["table"] = first.build_table(made, sort_by=key)
    out["averagesTable"] = first.build_table(averages, sort_by=key, header="größe 🚀")
    out["trace"] = trace
    return out


class Event(modern.FunctionEvent):
    """An event whose kernels count, as those of records of CUDA do."""

    @property
    def is_legacy(self):
        return sys._getframe(1).f_code.co_name == "_build_table"

    @is_legacy.setter
    def is_legacy(self, value):
        pass


MODERN_KEYS = KEYS + ["self_cpu_time_total", "self_cuda_time_total", "cpu_memory_usage"]
MODERN_KEYS += ["self_cpu_memory_usage", "cuda_memory_usage", "self_cuda_memory_usage", None]


STACK_METRICS = ["self_cpu_time_total", "self_cuda_time_total"]


def some_options():
    options = {"sort_by": random.choice(MODERN_KEYS)}
    if random.random() < 0.3:
        options["row_limit"] = random.choice([0, 1, 2, 5, -1])
    if random.random() < 0.3:
        options["header"] = random.choice(["HDR", "größe 🚀", ""])
    if random.random() < 0.3:
        options["time_unit"] = random.choice(["s", "ms", "us"])
    if random.random() < 0.3:
        options["top_level_events_only"] = True
    if random.random() < 0.3:
        options["max_name_column_width"] = random.choice([None, 10, 20])
    if random.random() < 0.3:
        options["max_shapes_column_width"] = random.choice([None, 10, 30])
    if random.random() < 0.3:
        options["max_src_column_width"] = random.choice([None, 10, 30])
    return options


def modern_list(events, recorded):
    made = []
    for event in events:
        made_one = Event(
            event["id"],
            event["name"],
            event["thread"],
            event["start"],
            event["end"],
            input_shapes=event["shapes"],
            stack=event["stack"],
            use_device="cuda",
            cpu_memory_usage=event["memory"],
            device_memory_usage=event["deviceMemory"],
            flops=event["flops"],
            is_user_annotation=event["isUser"],
        )
        for name, device, start, end in event["kernels"]:
            made_one.append_kernel(name, device, end - start)
        made.append(made_one)
    made = modern.EventList(
        made,
        use_device="cuda",
        profile_memory=recorded["profileMemory"],
        with_flops=recorded["withFlops"],
    )
    made._populate_cpu_children()
    made._tree_built = True
    return made


def stacks_of(made, metric):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stacks.txt"
        made.export_stacks(path, metric)
        return path.read_text()


def modern_outputs(events):
    recorded = {"profileMemory": random.random() < 0.5, "withFlops": random.random() < 0.4}
    made = modern_list(events, recorded)
    if recorded["withFlops"]:
        for event in made:
            event.flops = event.flops or 0
            event.stack = []
    if any(event.self_cpu_time_total < -1e-9 for event in made):
        return None
    groups = {
        "group_by_input_shapes": random.random() < 0.5,
        "group_by_stack_n": 0 if recorded["withFlops"] else random.randrange(0, 3),
    }
    averages = made.key_averages(**groups)
    for average in averages:
        average.is_legacy = True
    options = some_options()
    average_options = some_options()
    total = made.total_average()
    return {
        "recorded": recorded,
        "children": [[child.id for child in event.cpu_children] for event in made],
        "selfTimes": [event.self_cpu_time_total for event in made],
        "options": options,
        "table": made.table(**options),
        "groups": groups,
        "averageOptions": average_options,
        "averagesTable": averages.table(**average_options),
        "stacks": [stacks_of(made, metric) for metric in STACK_METRICS],
        "total": [
            total.count,
            total.cpu_time_total,
            total.self_cpu_time_total,
            total.device_time_total,
            total.self_device_time_total,
            total.cpu_memory_usage,
            total.self_cpu_memory_usage,
            total.flops,
        ],
    }


cases = []
while len(cases) < COUNT:
    events = some_case()
    outputs = modern_outputs(events)
    if outputs is not None:
        cases.append({"events": events, "first": first_outputs(events), "modern": outputs})
json.dump(cases, sys.stdout)
