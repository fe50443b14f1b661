-- Each name over all ranks that have phases, 0 for those that lack it. Where some do, the median is 0, or
-- a value of those that have it, whose places come after the zeros.
WITH present AS (
  SELECT
    p.run,
    p.category,
    p.name,
    r.ranks,
    r.ranks - CAST(COUNT(p.self_ns) AS BIGINT) AS zeros,
    MIN(p.self_ns) AS min_ns,
    MAX(p.self_ns) AS max_ns,
    PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY p.self_ns) AS median_ns
  FROM operator_pace AS p
  INNER JOIN (
    SELECT run, CAST(COUNT(DISTINCT rank) AS BIGINT) AS ranks FROM phases GROUP BY run
  ) AS r ON r.run = p.run
  GROUP BY p.run, p.category, p.name, r.ranks
)
SELECT
  f.run,
  f.category,
  f.name,
  CASE WHEN f.zeros > 0 THEN 0 ELSE f.min_ns END AS min_ns,
  COALESCE(f.max_ns, 0) AS max_ns,
  CASE WHEN f.zeros > 0 THEN COALESCE(m.median_ns, 0) ELSE f.median_ns END AS median_ns
FROM present AS f
LEFT JOIN (
  SELECT placed.run, placed.category, placed.name, placed.self_ns AS median_ns
  FROM (
    SELECT
      p.run,
      p.category,
      p.name,
      p.self_ns,
      few.ranks,
      few.zeros + ROW_NUMBER() OVER (
        PARTITION BY p.run, p.category, p.name ORDER BY p.self_ns
      ) AS place
    FROM operator_pace AS p
    INNER JOIN present AS few
      ON few.run = p.run AND few.category = p.category AND few.name = p.name
    WHERE few.zeros > 0 AND 2 * few.zeros < few.ranks AND p.self_ns IS NOT NULL
  ) AS placed
  WHERE 2 * placed.place - placed.ranks IN (0, 1)
) AS m ON m.run = f.run AND m.category = f.category AND m.name = f.name
