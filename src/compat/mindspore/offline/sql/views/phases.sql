-- What ranks are compared by, in nanoseconds: their steps, or their cycles in runs that have no steps.
-- What a rank has several times under one number counts as its sum. Whole nanoseconds add up to the same
-- in any order, which fractions do not.
SELECT s.run, s.rank, s.step AS phase, CAST(SUM(ROUND(s.duration_ns)) AS DOUBLE) AS duration_ns
FROM steps AS s
GROUP BY s.run, s.rank, s.step
UNION ALL
SELECT c.run, c.rank, CAST(c.cycle AS BIGINT) AS phase, ROUND(c.duration_ns) AS duration_ns
FROM cycles AS c
LEFT JOIN (SELECT DISTINCT run FROM steps) AS stepped ON stepped.run = c.run
WHERE stepped.run IS NULL
