/** Questions about the profiles of `datasetProfiles.ts`, in the SQL that DuckDB and Spark have in common. */
export const DATASET_QUESTIONS: readonly string[] = [
  'SELECT rank, name, COUNT(*) AS calls, SUM(dur_ns) AS total_ns, MAX(self_ns) AS max_ns FROM slices ' +
    'GROUP BY rank, name ORDER BY rank, total_ns DESC, name',
  'SELECT name, MEDIAN(dur_ns) AS half, PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY dur_ns) AS most ' +
    'FROM slices GROUP BY name ORDER BY name',
  'SELECT t.rank, t.step, t.dur_ns, SUM(s.self_ns) AS self_ns, t.dur_ns - SUM(s.dur_ns) AS rest_ns ' +
    'FROM steps AS t ' +
    "INNER JOIN slices AS s ON s.cycle_id = t.cycle_id AND s.step = t.step AND s.category = 'operator' " +
    'GROUP BY t.rank, t.step, t.dur_ns ORDER BY t.rank, t.step',
  'SELECT t.rank, t.step, s.name, s.ts_ns - t.ts_ns AS apart, s.dur_ns - t.dur_ns AS longer ' +
    'FROM steps AS t INNER JOIN slices AS s ON s.cycle_id = t.cycle_id AND s.id = t.slice_id ' +
    'ORDER BY t.rank, t.step',
  'SELECT s.rank, s.id, s.name, p.name AS parent, s.depth FROM slices AS s ' +
    'LEFT JOIN slices AS p ON p.cycle_id = s.cycle_id AND p.id = s.parent_id ORDER BY s.rank, s.id',
  'SELECT cycle_id, id, CAST(args AS STRING) AS args FROM slices WHERE args IS NOT NULL ORDER BY cycle_id, id',
  'SELECT rank, name, file, line, SUM(weight_ns) AS self_ns FROM samples ' +
    'GROUP BY rank, name, file, line ORDER BY rank, self_ns, file NULLS FIRST',
  'SELECT k.rank, k.name, k.kind, SUM(s.weight_ns) AS self_ns FROM samples AS s ' +
    'INNER JOIN stacks AS k ON k.cycle_id = s.cycle_id AND k.id = s.stack_id ' +
    'GROUP BY k.rank, k.name, k.kind ORDER BY k.rank, k.name',
  'SELECT rank, id, parent_id, depth, name, file, line, frames, LENGTH(frames) AS size FROM stacks ORDER BY rank, id',
  'SELECT rank, name, unit, kind, MIN(value) AS least, AVG(value) AS mean, MAX(value) AS most, ' +
    'COUNT(device) AS devices ' +
    'FROM counters GROUP BY rank, name, unit, kind ORDER BY rank, name',
  'SELECT cycle_id, run, rank, cycle, step, slice_id, ts_ns, dur_ns, computing_ns, data_wait_ns, ' +
    'gpu_wait_ns, communication_ns, free_ns ' +
    'FROM steps ORDER BY rank, step',
  'SELECT c.rank, c.cell, c.name, c.ts_ns, c.dur_ns, COUNT(*) AS slices FROM cells AS c ' +
    'INNER JOIN slices AS s ON s.cycle_id = c.cycle_id AND s.ts_ns >= c.ts_ns ' +
    'GROUP BY c.rank, c.cell, c.name, c.ts_ns, c.dur_ns ORDER BY c.rank, c.cell',
  'SELECT rank, step, name, RANK() OVER (PARTITION BY rank, step ORDER BY dur_ns DESC, name) AS place ' +
    "FROM slices WHERE category = 'operator' ORDER BY rank, step, place",
  'SELECT o.rank, o.step, o.name, o.calls, o.total_ns - SUM(s.dur_ns) AS rest FROM operators AS o ' +
    'INNER JOIN slices AS s ON s.cycle_id = o.cycle_id AND s.step = o.step AND s.name = o.name ' +
    "WHERE o.category = 'operator' GROUP BY o.rank, o.step, o.name, o.calls, o.total_ns " +
    'ORDER BY o.rank, o.step, o.name',
  'SELECT c.host, c.rank, c.slices, c.status, m.name, m.peak_bytes FROM cycles AS c ' +
    'INNER JOIN memory AS m ON m.cycle_id = c.cycle_id ORDER BY c.rank',
  'SELECT f.rank, f.name, a.name AS before, b.name AS after, b.ts_ns - a.ts_ns AS later FROM flows AS f ' +
    'INNER JOIN slices AS a ON a.cycle_id = f.cycle_id AND a.id = f.from_id ' +
    'INNER JOIN slices AS b ON b.cycle_id = f.cycle_id AND b.id = f.to_id ORDER BY f.rank, f.from_id',
  'SELECT i.rank, i.ts_ns, i.name, i.scope, t.name AS track, t.kind, i.pid, i.tid, i.thread ' +
    'FROM instants AS i INNER JOIN tracks AS t ON t.cycle_id = i.cycle_id AND t.id = i.track_id ' +
    'ORDER BY i.rank, i.ts_ns',
  'SELECT rank, file, line, self_ns, total_ns, own_ns FROM lines ORDER BY rank, file, line',
  'SELECT rank, host, pid, status, started_at_ms, dur_ns, runtime FROM profile ORDER BY rank',
  'SELECT name, thread, is_async, device FROM slices ' +
    "WHERE name LIKE 'with \"quotes\" and%' OR name = '' ORDER BY cycle_id, id"
];
