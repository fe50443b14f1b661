"""Writes times.json: what IPython says of spans and of measured runs.

Run it with the IPython release that it prints: python make.py > times.json
"""

import json
import random

import IPython
from IPython.core.magics.execution import TimeitResult, _format_time

random.seed(5)
EDGES = [0, 1e-12, 9.99e-10, 1e-9, 2.125e-9, 9.995e-7, 9.9951e-7, 1e-6, 1.0005e-6, 9.999e-4, 1e-3]
EDGES += [0.001234, 0.0125, 0.1, 0.125, 0.9994, 0.99951, 1, 1.125, 1.135, 2.5, 9.995, 59.94, 59.96]
EDGES += [59.999, 60, 60.5, 61, 119.9, 125, 3599, 3600, 3661.7, 86399, 86400, 90061.5, 1e7]
SPANS = EDGES + [10 ** random.uniform(-10, 6) for _ in range(400)]
SPANS += [number / 8 * scale for number in range(1, 80) for scale in (1, 1e-3, 1e-6, 1e-9)]


def measured(loops, runs):
    base = 10 ** random.uniform(-9, 0.5)
    return loops, [base * loops * random.uniform(1, 1.2) for _ in range(runs)]


def described(loops, runs):
    result = TimeitResult(loops, len(runs), min(runs) / loops, max(runs) / loops, runs, 0, 3)
    return {"loops": loops, "runs": runs, "text": str(result)}


CASES = [measured(10 ** random.randrange(8), random.choice([1, 2, 3, 7, 20])) for _ in range(200)]
CASES += [(1, [0.5]), (1, [0.25, 0.25]), (1000, [1.0] * 7), (1234567, [0.0] * 3)]

print(
    json.dumps(
        {
            "ipython": IPython.__version__,
            "spans": [[span, _format_time(span)] for span in SPANS],
            "timeit": [described(loops, runs) for loops, runs in CASES],
        },
        ensure_ascii=False,
        indent=0,
    )
)
