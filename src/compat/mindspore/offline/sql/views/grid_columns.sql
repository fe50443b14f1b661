-- The column of each phase in the grid of ranks and phases: 1,024 a run at most, and where there are more
-- phases, neighbours share one.
SELECT
  f.run,
  f.phase,
  f.median_ns,
  CAST(FLOOR((f.place - 1) / f.group_size) AS INTEGER) AS grid_column
FROM (
  SELECT
    run,
    phase,
    median_ns,
    CAST(ROW_NUMBER() OVER (PARTITION BY run ORDER BY phase) AS DOUBLE) AS place,
    CEIL(CAST(COUNT(*) OVER (PARTITION BY run) AS DOUBLE) / 1024) AS group_size
  FROM phase_figures
) AS f
