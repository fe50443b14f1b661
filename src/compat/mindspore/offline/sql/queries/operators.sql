-- Names by how far the slowest rank is from the median of the ranks, self time a phase; 100 a run at
-- most, the furthest first.
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
    slow.rank AS slowest_rank,
    ROW_NUMBER() OVER (
      PARTITION BY f.run ORDER BY ROUND(f.max_ns - f.median_ns) DESC, f.category, f.name
    ) AS place
  FROM operator_figures AS f
  INNER JOIN (
    SELECT
      run,
      category,
      name,
      rank,
      ROW_NUMBER() OVER (
        PARTITION BY run, category, name ORDER BY ROUND(self_ns) DESC, rank
      ) AS place
    FROM operator_pace
  ) AS slow
    ON slow.run = f.run
    AND slow.category = f.category
    AND slow.name = f.name
    AND slow.place = 1
) AS placed
WHERE place <= 100
ORDER BY run, place
