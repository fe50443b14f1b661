-- The rank with the highest peak of each counter of bytes, and the median of the ranks' peaks.
SELECT run, name, rank, peak_bytes, median_bytes
FROM (
  SELECT
    m.run,
    m.name,
    m.rank,
    m.peak_bytes,
    f.median_bytes,
    ROW_NUMBER() OVER (PARTITION BY m.run, m.name ORDER BY m.peak_bytes DESC, m.rank) AS place
  FROM memory AS m
  INNER JOIN (
    SELECT
      peaks.run,
      peaks.name,
      PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY peaks.peak_bytes) AS median_bytes
    FROM (
      SELECT run, rank, name, MAX(peak_bytes) AS peak_bytes
      FROM memory
      GROUP BY run, rank, name
    ) AS peaks
    GROUP BY peaks.run, peaks.name
  ) AS f ON f.run = m.run AND f.name = m.name
) AS placed
WHERE place = 1
ORDER BY run, name
