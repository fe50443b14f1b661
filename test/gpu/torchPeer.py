"""Does the work of `npm run test:gpu` in PyTorch, with and without its profiler.

Reads {"source", "kernel", "size", "block"} from standard input: CUDA C++ of a kernel
(const float*, const float*, float*, int). Prints
{"torch", "device", "launchNs", "profiledLaunchNs", "durationsNs"}; durations are those that
PyTorch's profiler states for the kernel, null where this PyTorch compiles none.
"""

import json
import statistics
import sys
import time

import torch
from torch.profiler import ProfilerActivity, profile

ACTIVITIES = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
LAUNCHES = 20_000
ROUNDS = 7
RUNS = 50


def launch_ns(launch):
    """Nanoseconds of one launch, in the mean over LAUNCHES of them."""
    torch.cuda.synchronize()
    start = time.perf_counter_ns()
    for _ in range(LAUNCHES):
        launch()
    elapsed = time.perf_counter_ns() - start
    torch.cuda.synchronize()
    return elapsed / LAUNCHES


def launch_costs():
    """The medians without and with the profiler."""
    x = torch.ones(256, device="cuda")
    launch = lambda: x.mul_(1.0)  # noqa: E731
    launch_ns(launch)
    plain, profiled = [], []
    for _ in range(ROUNDS):
        plain.append(launch_ns(launch))
        with profile(activities=ACTIVITIES):
            profiled.append(launch_ns(launch))
    return statistics.median(plain), statistics.median(profiled)


def durations(work):
    """What the profiler says of each run of the kernel, nanoseconds."""
    compile_kernel = getattr(torch.cuda, "_compile_kernel", None)
    if compile_kernel is None:
        return None
    kernel = compile_kernel(work["source"], work["kernel"])
    size, block = work["size"], work["block"]
    a, b, c = (torch.ones(size, device="cuda") for _ in range(3))
    grid = ((size + block - 1) // block, 1, 1)
    with profile(activities=ACTIVITIES) as session:
        for _ in range(RUNS):
            kernel(grid=grid, block=(block, 1, 1), args=(a, b, c, size))
        torch.cuda.synchronize()
    on_gpu = [e for e in session.events() if e.device_type == torch.autograd.DeviceType.CUDA]
    return [e.time_range.elapsed_us() * 1e3 for e in on_gpu if work["kernel"] in e.name]


def main():
    work = json.load(sys.stdin)
    plain, profiled = launch_costs()
    result = {
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name(0),
        "launchNs": plain,
        "profiledLaunchNs": profiled,
        "durationsNs": durations(work),
    }
    print(json.dumps(result))


main()
