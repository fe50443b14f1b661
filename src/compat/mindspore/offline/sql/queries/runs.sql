-- One row a run: what its ranks are compared by, and how many there are.
SELECT
  c.run,
  CAST(COUNT(DISTINCT c.rank) AS BIGINT) AS ranks,
  CAST(COUNT(*) AS BIGINT) AS cycles,
  COALESCE(MAX(p.phases), 0) AS phases,
  CAST(COALESCE(MAX(s.steps), 0) AS BIGINT) AS steps
FROM cycles AS c
LEFT JOIN (
  SELECT run, CAST(COUNT(DISTINCT phase) AS BIGINT) AS phases FROM phases GROUP BY run
) AS p ON p.run = c.run
LEFT JOIN (
  SELECT run, CAST(COUNT(DISTINCT step) AS BIGINT) AS steps FROM steps GROUP BY run
) AS s ON s.run = c.run
GROUP BY c.run
ORDER BY c.run
