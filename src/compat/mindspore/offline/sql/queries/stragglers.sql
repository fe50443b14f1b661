-- Single phases in which a rank took longer than it usually does: beyond its own pace by a tenth, and by
-- six times what is usual in the run (the median deviation). 100 a run at most, the longest first.
SELECT run, rank, phase, duration_ns, expected_ns, duration_ns - expected_ns AS excess_ns
FROM (
  SELECT
    d.run,
    d.rank,
    d.phase,
    d.duration_ns,
    d.expected_ns,
    ROW_NUMBER() OVER (
      PARTITION BY d.run ORDER BY ROUND(d.duration_ns - d.expected_ns) DESC, d.phase, d.rank
    ) AS place
  FROM (
    SELECT p.run, p.rank, p.phase, p.duration_ns, f.median_ns * t.pace AS expected_ns
    FROM phases AS p
    INNER JOIN phase_figures AS f ON f.run = p.run AND f.phase = p.phase
    INNER JOIN rank_pace AS t ON t.run = p.run AND t.rank = p.rank
    WHERE f.ranks > 1 AND f.median_ns > 0
  ) AS d
  INNER JOIN (
    SELECT
      p.run,
      PERCENTILE_CONT(0.5) WITHIN GROUP (
        ORDER BY ABS(p.duration_ns / (f.median_ns * t.pace) - 1)
      ) AS usual
    FROM phases AS p
    INNER JOIN phase_figures AS f ON f.run = p.run AND f.phase = p.phase
    INNER JOIN rank_pace AS t ON t.run = p.run AND t.rank = p.rank
    WHERE f.ranks > 1 AND f.median_ns > 0 AND t.pace > 0
    GROUP BY p.run
  ) AS u ON u.run = d.run
  WHERE d.duration_ns > 1.1 * d.expected_ns
    AND d.duration_ns > (1 + 6 * u.usual) * d.expected_ns
) AS late
WHERE place <= 100
ORDER BY run, place
