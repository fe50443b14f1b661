-- How far apart the ranks are in each phase, the widest first; 10,000 phases a run at most.
SELECT
  run, phase, ranks, min_ns, median_ns, max_ns, skew_ns, slowest_rank, fastest_rank
FROM (
  SELECT
    f.run,
    f.phase,
    f.ranks,
    f.min_ns,
    f.median_ns,
    f.max_ns,
    f.max_ns - f.min_ns AS skew_ns,
    slow.rank AS slowest_rank,
    fast.rank AS fastest_rank,
    ROW_NUMBER() OVER (PARTITION BY f.run ORDER BY f.max_ns - f.min_ns DESC, f.phase) AS place
  FROM phase_figures AS f
  INNER JOIN (
    SELECT
      run,
      phase,
      rank,
      ROW_NUMBER() OVER (PARTITION BY run, phase ORDER BY duration_ns DESC, rank) AS place
    FROM phases
  ) AS slow ON slow.run = f.run AND slow.phase = f.phase AND slow.place = 1
  INNER JOIN (
    SELECT
      run,
      phase,
      rank,
      ROW_NUMBER() OVER (PARTITION BY run, phase ORDER BY duration_ns, rank) AS place
    FROM phases
  ) AS fast ON fast.run = f.run AND fast.phase = f.phase AND fast.place = 1
) AS placed
WHERE place <= 10000
ORDER BY run, place
