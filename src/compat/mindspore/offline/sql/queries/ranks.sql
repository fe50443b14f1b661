-- Every rank, the slowest first; excess_ns is what its phases took beyond the median of all ranks.
SELECT
  c.run,
  c.rank,
  c.host,
  c.pid,
  c.cycles,
  c.recovered,
  CAST(COUNT(p.phase) AS BIGINT) AS phases,
  CAST(COALESCE(SUM(p.duration_ns), 0) AS DOUBLE) AS total_ns,
  PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY p.duration_ns) AS median_ns,
  MAX(p.duration_ns) AS max_ns,
  CAST(COALESCE(SUM(p.duration_ns - f.median_ns), 0) AS DOUBLE) AS excess_ns,
  MAX(t.pace) AS pace
FROM (
  SELECT
    run,
    rank,
    MIN(host) AS host,
    MIN(pid) AS pid,
    CAST(COUNT(*) AS BIGINT) AS cycles,
    CAST(SUM(CASE WHEN recovered THEN 1 ELSE 0 END) AS BIGINT) AS recovered
  FROM cycles
  GROUP BY run, rank
) AS c
LEFT JOIN phases AS p ON p.run = c.run AND p.rank = c.rank
LEFT JOIN phase_figures AS f ON f.run = p.run AND f.phase = p.phase
LEFT JOIN rank_pace AS t ON t.run = c.run AND t.rank = c.rank
GROUP BY c.run, c.rank, c.host, c.pid, c.cycles, c.recovered
ORDER BY c.run, pace DESC NULLS LAST, excess_ns DESC NULLS LAST, c.rank
