-- The row of each rank in the grid of ranks and phases: 4,096 a run at most, and where there are more
-- ranks, neighbours share one.
SELECT
  c.run,
  c.rank,
  CAST(FLOOR((c.place - 1) / c.group_size) AS INTEGER) AS grid_row
FROM (
  SELECT
    run,
    rank,
    CAST(ROW_NUMBER() OVER (PARTITION BY run ORDER BY rank) AS DOUBLE) AS place,
    CEIL(CAST(COUNT(*) OVER (PARTITION BY run) AS DOUBLE) / 4096) AS group_size
  FROM (SELECT DISTINCT run, rank FROM cycles) AS ranks
) AS c
