import { describe, expect, it } from 'vitest';
import { queryProfiles } from '../../../../src/engine/sql/queryProfiles';
import { mergeCells } from '../../../../src/model/merge/mergeCells';
import { SQL_VIEWS } from '../../../../src/model/output/sqlViews';
import type { QueryRow } from '../../../../src/model/output/queryTable';
import type { Profile } from '../../../../src/model/profile/profile';
import { FrameKind, ProfileBuilder, StackBuilder } from '../../../../src/model';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { gpuProfile } from '../../../support/gpuProfile';
import { richProfile } from '../../../support/richProfile';

const rowsOf = async (profile: Profile, sql: string): Promise<QueryRow[]> => [
  ...(await queryProfiles([profile], sql))
];

const TRAINING = drawProfile(`
  main        |[load][ProfilerStep#4     ][ProfilerStep#5    ]
              |       [op/mul] [op/add ]   [op/mul]
  lane        |           [op/wait        ]
  rss {bytes} |10   20   15
`);

/** A profile with what a drawing has no sign for. */
function detailedProfile(): Profile {
  const builder = new ProfileBuilder();
  const process = builder.addTrack({ name: 'process', kind: 'process', pid: 7, tid: 0 });
  const inProcess = { parent: process, pid: 7 };
  const thread = builder.addTrack({ name: 'main thread', kind: 'thread', ...inProcess, tid: 7 });
  const lane = builder.addTrack({
    name: 'async 1',
    kind: 'asyncLane',
    pid: 7,
    tid: 8,
    parent: thread
  });
  const place = { category: 'operator', duration: 10 };
  const args = { rows: 3, ok: true, text: '<b>"' };
  const call = builder.addSlice({ ...place, name: 'call', start: 0, track: thread, args });
  const later = { ...place, name: 'later', start: 20, track: lane, parent: call };
  builder.addFlow('ac2g', 'flow', call, builder.addSlice(later));
  builder.addInstant('mark', 'marks', 5, thread, 'process');
  const stacks = new StackBuilder();
  const frame = (name: string, line: number): number =>
    stacks.frame({
      ...{ name: builder.strings.intern(name), file: builder.strings.intern('a.ts') },
      ...{ line, column: 1, kind: FrameKind.user }
    });
  const outer = stacks.stack(-1, frame('outer', 1), 4);
  const inner = stacks.stack(outer, frame('inner', 9));
  return builder.build(sampleMeta(40), {
    frames: stacks.frames(),
    stacks: stacks.stacks(),
    samples: {
      length: 3,
      time: Float64Array.of(1, 2, 3),
      weight: Float64Array.of(10, 20, 30),
      stack: Int32Array.of(outer, inner, -1),
      track: Uint16Array.of(thread, thread, thread)
    }
  });
}

describe('the view slices', () => {
  it('has times, depth, parent and self time of each slice', async () => {
    expect(
      await rowsOf(
        TRAINING,
        "SELECT id, ts_ns, dur_ns, self_ns, name, category, depth, parent_id, step FROM slices WHERE thread = 'main' ORDER BY id LIMIT 4"
      )
    ).toEqual([
      {
        id: 0,
        ts_ns: 0,
        dur_ns: 6,
        self_ns: 6,
        name: 'load',
        category: 'range',
        depth: 0,
        parent_id: null,
        step: null
      },
      {
        id: 1,
        ts_ns: 6,
        dur_ns: 21,
        self_ns: 4,
        name: 'ProfilerStep#4',
        category: 'range',
        depth: 0,
        parent_id: null,
        step: 4
      },
      {
        id: 2,
        ts_ns: 7,
        dur_ns: 8,
        self_ns: 8,
        name: 'mul',
        category: 'op',
        depth: 1,
        parent_id: 1,
        step: 4
      },
      {
        id: 4,
        ts_ns: 16,
        dur_ns: 9,
        self_ns: 9,
        name: 'add',
        category: 'op',
        depth: 1,
        parent_id: 1,
        step: 4
      }
    ]);
  });

  it('says which slices are on lanes beside a thread, and what caused them', async () => {
    expect(
      await rowsOf(
        detailedProfile(),
        'SELECT name, is_async, thread, pid, tid, cause_id, parent_id FROM slices ORDER BY id'
      )
    ).toEqual([
      {
        name: 'call',
        is_async: false,
        thread: 'main thread',
        pid: 7,
        tid: 7,
        cause_id: null,
        parent_id: null
      },
      {
        name: 'later',
        is_async: true,
        thread: 'main thread',
        pid: 7,
        tid: 8,
        cause_id: 0,
        parent_id: null
      }
    ]);
  });

  it('has arguments as JSON, which SQL can look into', async () => {
    expect(
      await rowsOf(
        detailedProfile(),
        "SELECT args, args->>'$.text' AS text, CAST(args->'$.rows' AS INTEGER) AS rows FROM slices ORDER BY id"
      )
    ).toEqual([
      { args: '{"rows":3,"ok":true,"text":"<b>\\""}', text: '<b>"', rows: 3 },
      { args: null, text: null, rows: null }
    ]);
  });

  it('has the number of the GPU for what ran on one', async () => {
    const rows = await rowsOf(
      gpuProfile(),
      "SELECT DISTINCT device FROM slices WHERE category = 'kernel' ORDER BY 1"
    );
    expect(rows.map(({ device }) => typeof device)).toContain('number');
    expect(await rowsOf(TRAINING, 'SELECT DISTINCT device FROM slices')).toEqual([
      { device: null }
    ]);
  });
});

describe('the views of samples', () => {
  it('name the function and the line of each sample', async () => {
    expect(
      await rowsOf(
        detailedProfile(),
        'SELECT ts_ns, weight_ns, stack_id, name, file, line, thread FROM samples ORDER BY ts_ns'
      )
    ).toEqual([
      {
        ts_ns: 1,
        weight_ns: 10,
        stack_id: 0,
        name: 'outer',
        file: 'a.ts',
        line: 4,
        thread: 'main thread'
      },
      {
        ts_ns: 2,
        weight_ns: 20,
        stack_id: 1,
        name: 'inner',
        file: 'a.ts',
        line: 9,
        thread: 'main thread'
      },
      {
        ts_ns: 3,
        weight_ns: 30,
        stack_id: null,
        name: null,
        file: null,
        line: null,
        thread: 'main thread'
      }
    ]);
  });

  it('lead from a stack to its callers', async () => {
    expect(await rowsOf(detailedProfile(), 'SELECT * FROM stacks ORDER BY id')).toEqual([
      {
        id: 0,
        parent_id: null,
        depth: 0,
        name: 'outer',
        file: 'a.ts',
        line: 4,
        kind: 'user',
        is_awaited: false,
        frames: 'outer'
      },
      {
        id: 1,
        parent_id: 0,
        depth: 1,
        name: 'inner',
        file: 'a.ts',
        line: 9,
        kind: 'user',
        is_awaited: false,
        frames: 'outer;inner'
      }
    ]);
  });
});

describe('the other views', () => {
  it('have the values of counters with their units', async () => {
    expect(
      await rowsOf(TRAINING, 'SELECT ts_ns, name, value, unit, kind FROM counters ORDER BY ts_ns')
    ).toEqual([
      { ts_ns: 0, name: 'rss', value: 10, unit: 'bytes', kind: 'set' },
      { ts_ns: 5, name: 'rss', value: 20, unit: 'bytes', kind: 'set' },
      { ts_ns: 10, name: 'rss', value: 15, unit: 'bytes', kind: 'set' }
    ]);
  });

  it('divide the time of steps into parts that add up to it', async () => {
    const rows = await rowsOf(
      TRAINING,
      'SELECT *, computing_ns + data_wait_ns + gpu_wait_ns + communication_ns + free_ns - dur_ns AS rest FROM steps'
    );
    expect(rows).toMatchObject([
      { step: 4, slice_id: 1, ts_ns: 6, dur_ns: 21, rest: 0 },
      { step: 5, ts_ns: 27, dur_ns: 20, rest: 0 }
    ]);
  });

  it('have the profiled cell, and the cells of a whole notebook', async () => {
    const cell = (executionCount: number) => ({
      file: `Cell [${executionCount}]`,
      executionCount,
      source: ''
    });
    const [first, second] = [3, 5].map(count =>
      drawProfile('main |[work]', {
        meta: { id: `${count}`, name: 'fit', startedAtMs: count, cell: cell(count) }
      })
    );
    expect(await rowsOf(first, 'SELECT * FROM cells')).toEqual([
      { cell: 3, name: 'Cell [3] fit', ts_ns: 0, dur_ns: 6 }
    ]);
    const whole = mergeCells([first, second], { id: 'all', name: 'notebook' });
    expect(await rowsOf(whole, 'SELECT * FROM cells ORDER BY ts_ns')).toEqual([
      { cell: 3, name: 'Cell [3] fit', ts_ns: 0, dur_ns: 6 },
      { cell: 5, name: 'Cell [5] fit', ts_ns: 6, dur_ns: 6 }
    ]);
    expect(await rowsOf(TRAINING, 'SELECT * FROM cells')).toEqual([]);
  });

  it('have instants, flows and facts of the recording', async () => {
    const profile = detailedProfile();
    expect(await rowsOf(profile, 'SELECT * FROM instants')).toMatchObject([
      { ts_ns: 5, name: 'mark', category: 'marks', scope: 'process', thread: 'main thread' }
    ]);
    expect(await rowsOf(profile, 'SELECT * FROM flows')).toEqual([
      { from_id: 0, to_id: 1, name: 'ac2g', category: 'flow' }
    ]);
    expect(await rowsOf(profile, 'SELECT name, status, dur_ns, pid FROM profile')).toEqual([
      { name: 'drawn', status: 'complete', dur_ns: 40, pid: 42 }
    ]);
  });
});

describe('every view', () => {
  it.each(SQL_VIEWS)('has the documented columns: $name', async ({ name, columns }) => {
    const rows = await queryProfiles([richProfile(300)], `SELECT * FROM ${name} LIMIT 5`);
    expect(rows.columns).toEqual(columns.map(({ name: column, type }) => ({ name: column, type })));
  });

  it.each(SQL_VIEWS)('can be counted, and read in full: $name', async ({ name }) => {
    const profile = richProfile(300);
    const [{ count }] = await rowsOf(profile, `SELECT count(*) AS count FROM ${name}`);
    expect(await rowsOf(profile, `SELECT * FROM ${name}`)).toHaveLength(count as number);
  });

  it('is there for two profiles, side by side', async () => {
    const after = drawProfile('main |[load     ]');
    const rows = await queryProfiles(
      [TRAINING, after],
      'SELECT a.name, a.dur_ns AS before, b.dur_ns AS after FROM a.slices AS a JOIN b.slices AS b USING (name)'
    );
    expect([...rows]).toEqual([{ name: 'load', before: 6, after: 11 }]);
  });

  it('is complete beyond the rows that DuckDB takes at a time', async () => {
    const profile = richProfile(20_000);
    const [row] = await rowsOf(
      profile,
      'SELECT count(*) AS count, sum(dur_ns) AS total, count(DISTINCT id) AS ids FROM slices'
    );
    const { length, duration } = profile.slices;
    const total = duration.reduce((sum, each) => sum + each, 0);
    expect(row).toEqual({ count: length, total, ids: length });
  });
});
