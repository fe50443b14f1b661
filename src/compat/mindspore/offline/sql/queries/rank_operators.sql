-- For each rank the five names that take it furthest above the median of the ranks, self time a phase.
-- A nanosecond is the least that counts.
SELECT run, rank, category, name, calls, self_ns, median_ns, excess_ns
FROM (
  SELECT
    o.run,
    o.rank,
    o.category,
    o.name,
    o.calls,
    o.self_ns,
    f.median_ns,
    o.self_ns - f.median_ns AS excess_ns,
    ROW_NUMBER() OVER (
      PARTITION BY o.run, o.rank ORDER BY ROUND(o.self_ns - f.median_ns) DESC, o.category, o.name
    ) AS place
  FROM operator_pace AS o
  INNER JOIN operator_figures AS f
    ON f.run = o.run AND f.category = o.category AND f.name = o.name
  WHERE o.self_ns >= f.median_ns + 1
) AS placed
WHERE place <= 5
ORDER BY run, rank, place
