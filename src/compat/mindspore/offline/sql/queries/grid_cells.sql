-- The time of each cell of the grid as a multiple of the median of all ranks, of several phases or ranks the
-- highest; in any order. Cells in which nothing was recorded are left out.
SELECT
  p.run,
  r.grid_row,
  c.grid_column,
  MAX(p.duration_ns / c.median_ns) AS multiple
FROM phases AS p
INNER JOIN grid_rows AS r ON r.run = p.run AND r.rank = p.rank
INNER JOIN grid_columns AS c ON c.run = p.run AND c.phase = p.phase
WHERE c.median_ns > 0
GROUP BY p.run, r.grid_row, c.grid_column
