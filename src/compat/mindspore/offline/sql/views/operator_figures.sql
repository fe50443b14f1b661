-- Each name over all ranks, as operator_pace has it.
SELECT
  run,
  category,
  name,
  MIN(self_ns) AS min_ns,
  MAX(self_ns) AS max_ns,
  PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY self_ns) AS median_ns
FROM operator_pace
GROUP BY run, category, name
