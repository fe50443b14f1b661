-- Self time of each name in the phases of each rank, nanoseconds a phase; 0 where a rank lacks the name.
-- Whole nanoseconds are added up, as in phases.
SELECT
  n.run,
  n.category,
  n.name,
  r.rank,
  COALESCE(o.calls, 0) / r.phases AS calls,
  COALESCE(o.self_ns, 0) / r.phases AS self_ns
FROM (SELECT DISTINCT run, category, name FROM operators) AS n
INNER JOIN (
  SELECT run, rank, CAST(COUNT(*) AS DOUBLE) AS phases
  FROM phases
  GROUP BY run, rank
) AS r ON r.run = n.run
LEFT JOIN (
  SELECT
    all_rows.run,
    all_rows.rank,
    all_rows.category,
    all_rows.name,
    CAST(SUM(all_rows.calls) AS DOUBLE) AS calls,
    CAST(SUM(ROUND(all_rows.self_ns)) AS DOUBLE) AS self_ns
  FROM operators AS all_rows
  LEFT JOIN (SELECT DISTINCT run FROM steps) AS stepped ON stepped.run = all_rows.run
  WHERE all_rows.step IS NOT NULL OR stepped.run IS NULL
  GROUP BY all_rows.run, all_rows.rank, all_rows.category, all_rows.name
) AS o ON o.run = n.run AND o.rank = r.rank AND o.category = n.category AND o.name = n.name
