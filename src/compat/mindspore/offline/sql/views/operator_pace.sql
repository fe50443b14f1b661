-- Self time of each name that a rank has, nanoseconds a phase; NULL if the rank has no phases. Other
-- ranks count as 0, as in operator_figures. Whole nanoseconds are added up, as in phases.
SELECT
  o.run,
  o.category,
  o.name,
  o.rank,
  o.calls / r.phases AS calls,
  o.self_ns / r.phases AS self_ns
FROM (
  SELECT
    s.run,
    s.rank,
    s.category,
    s.name,
    CAST(SUM(s.calls) AS DOUBLE) AS calls,
    CAST(SUM(s.self_ns) AS DOUBLE) AS self_ns
  FROM (
    SELECT
      a.run,
      a.rank,
      a.category,
      a.name,
      CASE WHEN a.step IS NULL AND stepped.run IS NOT NULL THEN 0 ELSE a.calls END AS calls,
      CASE
        WHEN a.step IS NULL AND stepped.run IS NOT NULL THEN 0
        ELSE ROUND(a.self_ns)
      END AS self_ns
    FROM operators AS a
    LEFT JOIN (SELECT DISTINCT run FROM steps) AS stepped ON stepped.run = a.run
  ) AS s
  GROUP BY s.run, s.rank, s.category, s.name
) AS o
LEFT JOIN (
  SELECT run, rank, CAST(COUNT(*) AS DOUBLE) AS phases
  FROM phases
  GROUP BY run, rank
) AS r ON r.run = o.run AND r.rank = o.rank
