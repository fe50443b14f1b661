-- What the steps of each rank went into on average, nanoseconds a step.
SELECT
  run,
  rank,
  CAST(AVG(duration_ns) AS DOUBLE) AS duration_ns,
  CAST(AVG(computing_ns) AS DOUBLE) AS computing_ns,
  CAST(AVG(data_wait_ns) AS DOUBLE) AS data_wait_ns,
  CAST(AVG(gpu_wait_ns) AS DOUBLE) AS gpu_wait_ns,
  CAST(AVG(communication_ns) AS DOUBLE) AS communication_ns,
  CAST(AVG(free_ns) AS DOUBLE) AS free_ns
FROM steps
GROUP BY run, rank
ORDER BY run, rank
