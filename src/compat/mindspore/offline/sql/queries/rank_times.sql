-- The average time of a rank's steps and of its parts, nanoseconds a step; of whole nanoseconds, as in phases.
SELECT
  run,
  rank,
  CAST(AVG(ROUND(duration_ns)) AS DOUBLE) AS duration_ns,
  CAST(AVG(ROUND(computing_ns)) AS DOUBLE) AS computing_ns,
  CAST(AVG(ROUND(data_wait_ns)) AS DOUBLE) AS data_wait_ns,
  CAST(AVG(ROUND(gpu_wait_ns)) AS DOUBLE) AS gpu_wait_ns,
  CAST(AVG(ROUND(communication_ns)) AS DOUBLE) AS communication_ns,
  CAST(AVG(ROUND(free_ns)) AS DOUBLE) AS free_ns
FROM steps
GROUP BY run, rank
ORDER BY run, rank
