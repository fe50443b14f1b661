-- Each phase over all ranks that have it. The median of an even number of ranks is the lower one, so
-- that of two ranks the faster is the measure.
SELECT
  run,
  phase,
  CAST(COUNT(*) AS BIGINT) AS ranks,
  MIN(duration_ns) AS min_ns,
  MAX(duration_ns) AS max_ns,
  PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY duration_ns) AS median_ns
FROM phases
GROUP BY run, phase
