"""Writes variations.json: what MegEngine's profile_analyze prints of random graphs and options.

It needs two files of MegEngine, NumPy and tabulate, and no more:

    python makeVariations.py PROFILE_ANALYZE PROFILE_ANALYZER [COUNT [SEED]] > variations.json

which are imperative/python/megengine/tools/profile_analyze.py and utils/profile_analyzer.py of 1.13.
Recorded with Python 3.8, NumPy 1.23.5 and tabulate 0.8.10. Graphs are texts of JSON, because the order
of their keys counts. Command lines on which MegEngine crashes have `crash` instead of `stdout`.
"""

import contextlib
import importlib.util
import io
import json
import random
import sys
import tempfile
import types
import warnings

warnings.simplefilter("ignore")


def stub(name):
    module = types.ModuleType(name)
    module.__path__ = []
    sys.modules[name] = module


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


stub("megengine")
stub("megengine.utils")
load(sys.argv[2], "megengine.utils.profile_analyzer")
tool = load(sys.argv[1], "megengine.tools.profile_analyze")
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 120
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 7
rng = random.Random(SEED)

TYPES = ["ConvolutionForward", "Reduce", "Elemwise", "MatrixMul", "Copy", "InputCallback", "Nop"]
WORDS = ["conv", "relu", "ADD(", "Fuse-add-relu", "x", "a-b-c", "größe", "数え上げ", "🚀", "--", "1e3"]
WORDS += ["w" * 31, "layer1.block2", "name with  spaces", "tab\there", "semi;colon", "well-known", ""]
DTYPES = ["Float32", "Float16", "Int32"]


def name():
    glue = rng.choice(["", " ", ",", "-", ".", "[1]", " -- "])
    return glue.join(rng.choice(WORDS) for _ in range(rng.randint(1, 5)))


def moment():
    return round(rng.random() * rng.choice([1e-5, 1e-3, 1, 100]), rng.choice([6, 6, 9]))


def times(nodes):
    start = moment()
    wait = rng.choice([0, 1e-6, moment()])
    kern = round(start + wait, 9)
    end = round(kern + rng.choice([0, 1e-6, moment(), moment()]), 9)
    return {f"gpu{i}:0": {"start": start, "kern": kern, "end": end} for i in range(nodes)}


def shape():
    return [rng.choice([1, 2, 3, 8, 16, 224]) for _ in range(rng.randint(0, 4))]


def footprint(numbers):
    made = {"param": {}}
    made["in_shapes"] = [shape() for _ in range(rng.randint(0, 3))]
    made["out_shapes"] = [shape() for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.1:
        made["in_layouts"] = [rng.choice([None, [1], [8, 1]]) for _ in made["in_shapes"]]
    made["memory"] = rng.choice([0, 16, 1000, 1024, 1048576, 3 * 2**30, rng.randint(1, 10**7)])
    empty = [] if numbers else [None, None, 0]
    made["computation"] = rng.choice(empty + [1, 999, 1000, 123456, 10**9, rng.randint(1, 10**13)])
    return made


def shuffled(table):
    keys = list(table)
    rng.shuffle(keys)
    return {key: table[key] for key in keys}


def graph():
    numbers = rng.random() < 0.5
    ids = [str(i) for i in rng.sample(range(200), rng.choice([0, 1, 3, 8, 20, 40]))]
    variables = {}
    operators, device, host, footprints = {}, {}, {}, {}
    for i in ids:
        inputs = [str(1000 + rng.randint(0, 50)) for _ in range(rng.randint(0, 3))]
        outputs = [str(1000 + rng.randint(0, 50)) for _ in range(rng.randint(0, 2))]
        for v in inputs + outputs:
            plan = {"layout": {"dtype": rng.choice(DTYPES), "shape": shape()}, "chunk": v}
            variables[v] = {"id": v, "name": "v" + v, "node_type": "var", "mem_plan": plan}
        operators[i] = {"id": i, "name": name(), "type": rng.choice(TYPES), "node_type": "operator"}
        operators[i].update(input=inputs, output=outputs, extra={"priority": 1})
        if numbers or rng.random() < 0.9:
            device[i] = times(rng.choice([1, 1, 1, 2]))
        if rng.random() < 0.8:
            host[i] = times(1)
        if numbers or rng.random() < 0.9:
            footprints[i] = footprint(numbers)
    profiler = {"opr_internal_pf": {}, "device": shuffled(device), "host": shuffled(host)}
    if numbers or rng.random() < 0.95:
        profiler["opr_footprint"] = footprints
    parts = {"comp_seq": ids, "mem_chunk": {}, "var": variables, "operator": shuffled(operators)}
    return shuffled({"profiler": profiler, "graph_exec": parts})


COLUMNS = ["time", "memory", "bandwidth", "computation", "flops", "opr_id"]
UPWARD = ["in_shapes", "out_shapes"]
PATTERNS = [".*", "conv", "(?i)FUSE", r"\w+-\w+", "[^c]", "a|l", "(?P<a>x)|(?P<b>w{3})", r"layer\d\.", "$"]
CHOICES = [
    lambda: ["-t", str(rng.choice([0, 1, 2, 3, 5, 10, 50]))],
    lambda: ["--top=%d" % rng.randint(0, 9)],
    lambda: ["-t%d" % rng.randint(0, 9)],
    lambda: ["--type", rng.choice(TYPES)],
    lambda: ["--type", rng.choice(TYPES), "--type", rng.choice(TYPES)],
    lambda: ["--opr-name", rng.choice(PATTERNS)],
    lambda: ["--input-dtype", rng.choice(DTYPES)],
    lambda: ["--top-end-key", rng.choice(["end", "kern"])],
    lambda: ["--aggregate", rng.choice(["max", "min", "sum", "mean"])],
    lambda: ["--aggregate", rng.choice(["max", "min", "sum", "mean"]), "--aggregate-by", "type"],
    lambda: ["--order-by", rng.choice(["", "+"]) + rng.choice(COLUMNS)],
    lambda: ["--order-by", "+" + rng.choice(UPWARD)],
    lambda: ["--copy-time"],
    lambda: ["--min-time", rng.choice(["1e-6", "1e-4", "0.01", "inf", "0"])],
    lambda: ["--max-time", rng.choice(["1e-5", "1e-3", "0.5", "inf", "10"])],
    lambda: ["--show-host"],
    lambda: ["--dump-only-opr"],
    lambda: [rng.choice(["--confluence", "--wiki", "--conf"])],
    lambda: ["--print-only", rng.choice(["device", "host", "summary"])],
]


# MegEngine breaks the rows of a wiki's table where there are layouts; we do not.
WIKI = {"--confluence", "--wiki", "--conf"}


def command_line():
    args = [word for make in rng.sample(CHOICES, rng.randint(0, 5)) for word in make()]
    return args


def answer(file, args):
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            tool.main([file] + args)
    except (Exception, SystemExit) as error:
        return {"crash": f"{type(error).__name__}: {error}"}
    return {"stdout": out.getvalue()}


def variations():
    graphs, cases = [], []
    while len(cases) < COUNT:
        if len(cases) % 10 == 0:
            graphs.append(json.dumps(graph(), ensure_ascii=rng.random() < 0.5))
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(graphs[-1])
            file.flush()
            args = command_line()
            if "in_layouts" in graphs[-1] and not WIKI.isdisjoint(args):
                continue
            cases.append({"graph": len(graphs) - 1, "args": args, **answer(file.name, args)})
    return {"graphs": graphs, "cases": cases}


json.dump(variations(), sys.stdout, ensure_ascii=False, indent=1)
