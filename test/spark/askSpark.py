"""Makes views in a local session of Spark, asks questions from standard input, and prints the answers as JSON."""

import json
import sys

from pyspark.sql import SparkSession

settings = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
builder = SparkSession.builder.master("local[1]")
for name, value in settings.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()

with open(sys.argv[1], encoding="utf-8", newline="\n") as statements:
    for statement in statements:
        spark.sql(statement)

answers = []
for question in json.load(sys.stdin):
    answer = spark.sql(question)
    answers.append(
        {
            "columns": [
                {"name": field.name, "type": field.dataType.simpleString()}
                for field in answer.schema.fields
            ],
            "rows": [row.asDict() for row in answer.collect()],
        }
    )
json.dump(answers, sys.stdout)
spark.stop()
