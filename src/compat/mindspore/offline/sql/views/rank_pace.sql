-- How long the phases of each rank typically take, as a multiple of the median of all ranks: a single
-- phase that is late does not change it.
SELECT
  p.run,
  p.rank,
  CAST(COUNT(*) AS BIGINT) AS phases,
  PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY p.duration_ns / f.median_ns) AS pace
FROM phases AS p
INNER JOIN phase_figures AS f ON f.run = p.run AND f.phase = p.phase
WHERE f.median_ns > 0
GROUP BY p.run, p.rank
