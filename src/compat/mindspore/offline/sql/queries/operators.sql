-- Names by how far the slowest rank is from the median of the ranks, self time a phase; 100 a run at
-- most, the furthest first. Of ranks that are equally slow to the nanosecond, the first.
SELECT run, category, name, min_ns, median_ns, max_ns, excess_ns, slowest_rank
FROM (
  SELECT
    f.run,
    f.category,
    f.name,
    f.min_ns,
    f.median_ns,
    f.max_ns,
    f.max_ns - f.median_ns AS excess_ns,
    CASE WHEN ROUND(f.max_ns) = 0 THEN compared.first_rank ELSE slow.rank END AS slowest_rank,
    ROW_NUMBER() OVER (
      PARTITION BY f.run ORDER BY ROUND(f.max_ns - f.median_ns) DESC, f.category, f.name
    ) AS place
  FROM operator_figures AS f
  INNER JOIN (
    SELECT run, MIN(rank) AS first_rank FROM phases GROUP BY run
  ) AS compared ON compared.run = f.run
  LEFT JOIN (
    SELECT p.run, p.category, p.name, MIN(p.rank) AS rank
    FROM operator_pace AS p
    INNER JOIN operator_figures AS m
      ON m.run = p.run AND m.category = p.category AND m.name = p.name
    WHERE ROUND(p.self_ns) = ROUND(m.max_ns)
    GROUP BY p.run, p.category, p.name
  ) AS slow ON slow.run = f.run AND slow.category = f.category AND slow.name = f.name
) AS placed
WHERE place <= 100
ORDER BY run, place
