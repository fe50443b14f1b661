-- The phases of each column of the grid; median_ns is the highest of their medians.
SELECT
  run,
  grid_column,
  MIN(phase) AS first_phase,
  MAX(phase) AS last_phase,
  MAX(median_ns) AS median_ns
FROM grid_columns
GROUP BY run, grid_column
ORDER BY run, grid_column
