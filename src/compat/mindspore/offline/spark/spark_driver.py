"""Runs in Spark's driver, and does what an offline analysis asks for.

    spark-submit --files rowExtractor.js spark_driver.py SOCKET

Requests come from the Unix socket, one JSON object a line, and are answered in turn by `{"result": ...}` or
`{"error": "..."}`. Before that, `{"part": ...}` may have a part of the result, or how many directories have been read.
The end of the socket is the end of the program.
"""

import base64
import json
import os
import re
import socket
import sys
import threading

from pyspark.sql import SparkSession

READER = "rowExtractor.js"
MARK = "kernelscope: "
GROUP = "kernelscope-read"
PROGRESS_SECONDS = 0.5
PART_ROWS = 65536


def directory_reader(script, node, root, names):
    """The function that turns paths of directories into rows. Spark sends it to the executors."""

    def read(batches):
        import os
        import socket
        import subprocess
        import tempfile
        import threading

        import pyarrow as pa
        from pyspark import SparkFiles

        def feed(child, paths):
            try:
                child.stdin.write("".join(path + "\n" for path in paths).encode())
                child.stdin.close()
            except OSError:
                pass  # the reader has ended, which its output shows

        def start(paths, errors):
            command = [node, SparkFiles.get(script), root]
            try:
                child = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
                )
            except OSError as error:
                raise RuntimeError(f"kernelscope: cannot start {node} on {socket.gethostname()}: {error}")
            threading.Thread(target=feed, args=(child, paths), daemon=True).start()
            return child

        def failure(path, reason, schema):
            row = {name: None for name in names}
            row.update(tbl="failed", cycle_id=os.path.relpath(path, root), reason=reason)
            return pa.RecordBatch.from_pylist([row], schema=schema)

        def reason_of(code, errors):
            errors.seek(0)
            lines = errors.read().decode("utf8", "replace").strip().split("\n")
            ended = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
            return f"its reader {ended}" + (f": {lines[-1]}" if lines[-1] else "")

        rest = [path for batch in batches for path in batch.column(0).to_pylist()]
        schema = None
        while rest:
            done = 0
            with tempfile.TemporaryFile() as errors:
                child = start(rest, errors)
                try:
                    with pa.ipc.open_stream(child.stdout) as rows:
                        schema = rows.schema
                        for batch in rows:
                            yield batch
                            # these are the last rows of a directory
                            done += batch.column(0)[0].as_py() in ("cycles", "failed")
                except (OSError, pa.ArrowInvalid):
                    pass  # cut off: the reader has died
                code = child.wait()
                if schema is None or (code == 0 and done < len(rest)):
                    raise RuntimeError(f"kernelscope: {reason_of(code, errors)}")
                if done < len(rest):
                    yield failure(rest[done], reason_of(code, errors), schema)
            rest = rest[done + 1 :]

    return read


class Driver:
    """The requests by name."""

    def __init__(self, spark, send):
        self.spark = spark
        self.send = send

    def select(self, sql):
        """All rows of a query."""
        return [row.asDict() for row in self.spark.sql(sql).collect()]

    def numbers(self, sql):
        """The columns of a query of numbers, in parts of some rows: the bytes of doubles."""
        for batch in self.spark.sql(sql).toArrow().to_batches(max_chunksize=PART_ROWS):
            columns = [column.cast("double").to_numpy(zero_copy_only=False) for column in batch.columns]
            self.send({"part": [base64.b64encode(column.tobytes()).decode() for column in columns]})

    def view(self, name, sql):
        """A query by name, which is computed each time."""
        self.spark.sql(sql).createOrReplaceTempView(name)

    def table(self, name, sql, folder):
        """A query by name, computed once: files outlive the executors that have made them."""
        self.keep(name, self.spark.sql(sql), folder)

    def rows(self, name, schema, rows, folder):
        """A table of the given rows, in one file."""
        self.keep(name, self.spark.createDataFrame(rows, schema).coalesce(1), folder)

    def keep(self, name, frame, folder):
        frame.write.option("compression", "zstd").parquet(folder)
        files = self.spark.read.schema(frame.schema).parquet(literal_path(folder))
        files.createOrReplaceTempView(name)

    def read(self, paths, root, node, schema, folder):
        """Reads directories on the executors, and writes their rows to a folder for each table."""
        context = self.spark.sparkContext
        tasks = tasks_for(len(paths), context.defaultParallelism)
        names = [part.split(" ")[0] for part in schema.split(", ")]
        reader = directory_reader(READER, node, root, names)
        # no shuffle: its files would be lost with the executors that have them
        lines = context.parallelize([(path,) for path in paths], tasks)
        rows = self.spark.createDataFrame(lines, "path STRING").mapInArrow(reader, schema)
        context.setJobGroup(GROUP, "kernelscope: reading directories")
        over = threading.Event()
        watcher = threading.Thread(target=self.watch, args=(tasks, len(paths), over), daemon=True)
        watcher.start()
        try:
            # the batch counts once the other side has marked it
            written = rows.write.option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")
            written.option("compression", "zstd").partitionBy("tbl").parquet(folder)
        finally:
            over.set()
            watcher.join()
            context.setLocalProperty("spark.jobGroup.id", None)
        return {"repeatedTasks": sum(stage.numFailedTasks for stage in self.stages())}

    def watch(self, tasks, paths, over):
        while not over.wait(PROGRESS_SECONDS):
            done = sum(stage.numCompletedTasks for stage in self.stages() if stage.numTasks == tasks)
            self.send({"part": min(paths, done * paths // tasks)})

    def stages(self):
        tracker = self.spark.sparkContext.statusTracker()
        jobs = (tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(GROUP))
        ids = {stage for job in jobs if job is not None for stage in job.stageIds}
        return [stage for stage in map(tracker.getStageInfo, sorted(ids)) if stage is not None]


def tasks_for(paths, cores):
    """As many tasks as keep all cores busy to the end, each with some directories: a reader takes time to start."""
    return max(1, min(paths, max(2 * cores, -(-paths // 64))))


def literal_path(path):
    """A path without the meaning that Hadoop gives to some characters of it."""
    return re.sub(r"[*?\[\]{}\\]", r"\\\g<0>", path)


def reason_of(error):
    """The sentence in an error that says what went wrong, without the stacks of two languages."""
    text = str(error)
    own = re.search(re.escape(MARK) + r"(.*)", text)
    if own:
        return own.group(1).strip()
    caused = re.findall(r"^Caused by: [\w.$]+: (.+)$", text, re.MULTILINE)
    lines = [line for line in text.split("\n") if line.strip()]
    return (caused[-1] if caused else lines[0] if lines else type(error).__name__).strip()


def serve(stream, driver, send):
    for line in stream:
        request = json.loads(line)
        call = getattr(driver, request.pop("call"))
        try:
            answer = {"result": call(**request)}
        except Exception as error:  # whatever it is, the other side has to know
            answer = {"error": reason_of(error)}
        send(answer)


def main():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    lock = threading.Lock()

    def send(message):
        with lock:
            connection.sendall(json.dumps(message, allow_nan=False).encode() + b"\n")

    spark = SparkSession.builder.getOrCreate()
    spark.sparkContext.setLogLevel("WARN")
    if spark.conf.get("spark.sql.shuffle.partitions") == "200":  # the default, which is for large clusters
        cores = spark.sparkContext.defaultParallelism
        spark.conf.set("spark.sql.shuffle.partitions", str(max(4, 2 * cores)))
    send({"result": {"spark": spark.version}})
    serve(connection.makefile("r", encoding="utf8"), Driver(spark, send), send)
    spark.stop()


if __name__ == "__main__":
    main()
