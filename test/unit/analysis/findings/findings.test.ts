import { describe, expect, it } from 'vitest';
import { awaitAt, profileFindings } from '../../../../src/analysis';
import {
  CORE_WAIT,
  EVENT_LOOP_WAIT,
  HTTP_SERVER_CATEGORY
} from '../../../../src/model/profile/categories';
import {
  type FindingKind,
  MAX_FINDINGS,
  MAX_REMARKS,
  TIME_SHARES,
  isRemark
} from '../../../../src/model/output/findings';
import { MEMORY_COUNTERS } from '../../../../src/model/profile/memoryCounters';
import { type CounterSeries, FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { drawProfile } from '../../../support/drawProfile';
import { memoryProfile } from '../../../support/memoryProfile';
import { richProfile } from '../../../support/richProfile';
import { sourceProfile } from '../../../support/sourceProfile';
import { waitingProfile } from '../../../support/waitingProfile';
import { exampleBundle } from '../../extension/exampleBundle';

const kindsOf = (drawing: string, nsPerColumn = 1e6): FindingKind[] =>
  profileFindings(drawProfile(drawing, { nsPerColumn })).findings.map(({ kind }) => kind);

/** The findings about memory where a curve goes from one value to another, which is held at the end. */
function growthOf(profile: Profile, name: string, first: number, last: number): FindingKind[] {
  const [series] = memoryProfile().counters;
  const { durationNs } = profile.meta;
  const time = Float64Array.of(0, durationNs);
  const counters = [{ ...series, name, time, value: Float64Array.of(first, last) }];
  const meta = {
    ...profile.meta,
    heldMemory: { heapBytes: last, arrayBufferBytes: last }
  };
  const { findings } = profileFindings({ ...profile, meta, counters });
  return findings.map(({ kind }) => kind).filter(kind => kind === 'memory');
}

/** The facts of a profile whose recording cost half of its time. */
function costly({ meta }: Profile): Profile['meta'] {
  return { ...meta, overheadNs: meta.durationNs / 2 };
}

describe('findings', () => {
  it('are none of nothing, and none of a single name that takes all of the time', () => {
    expect(kindsOf('')).toEqual([]);
    expect(kindsOf('main |[all      ]')).toEqual([]);
  });

  it.each([
    ['no other name', ''],
    ['a name of little time', '[b]'],
    ['a name of more', '[b     ]'],
    ['many of little', '[b][c][d][e]']
  ])('name what dominates the run beside %s', (_what, others) => {
    const drawing = `main |[much                                    ]${others}`.padEnd(76, '.');
    const [first] = profileFindings(drawProfile(drawing, { nsPerColumn: 1e6 })).findings;
    expect(first).toMatchObject({ kind: 'dominates', facts: { name: 'much' } });
    expect(first.share).toBeCloseTo(42 / 70, 9);
  });

  it('name what dominates the other names', () => {
    const [first] = profileFindings(
      drawProfile('main |[much   ][b ]', { nsPerColumn: 1e6 })
    ).findings;
    expect(first).toMatchObject({
      kind: 'dominates',
      facts: { name: 'much', count: 1 },
      target: { view: 'table', selection: { type: 'label', name: 'much' } }
    });
  });

  it('name no await for the waits of a server, but for those of a program that asks itself', () => {
    const serving = profileFindings(waitingProfile(['http.server'])).findings;
    expect(serving[0]).toMatchObject({ kind: 'requests', facts: { name: 'GET /page', line: 2 } });
    expect(serving.map(({ kind }) => kind)).not.toContain('waiting');
    const asking = profileFindings(waitingProfile(['fetch', 'http.server'])).findings;
    expect(asking.find(({ kind }) => kind === 'waiting')?.facts).toMatchObject({ line: 2 });
    expect(asking[0].kind).not.toBe('requests');
    const shortly = profileFindings(waitingProfile(['fetch', 'http.server'], [60, 100])).findings;
    expect(shortly.map(({ kind }) => kind)).not.toContain('waiting');
    expect(asking).toContainEqual(
      expect.objectContaining({
        kind: 'requests',
        share: null,
        facts: expect.objectContaining({ file: '' }) as unknown
      })
    );
  });

  it('name the await of a server that asks others to answer, whatever it waits for them', () => {
    const asks = { fetch: [61, 398] };
    const { findings } = profileFindings(waitingProfile(['http.server', 'fetch'], [60, 400], asks));
    expect(findings[0]).toMatchObject({ kind: 'requests', facts: { name: 'GET /page', line: 2 } });
    expect(findings.map(({ kind }) => kind)).not.toContain('waiting');
  });

  it.each([2, 20, 40, 400])(
    'come before every remark, however much that is about: a run of %i times',
    times => {
      const odd = Array.from({ length: 12 }, (_, run) => `[s${' '.repeat(run === 5 ? times : 1)}]`);
      const drawn = drawProfile(`main |${odd.join('')}[much${' '.repeat(18 + times)}]`, {
        nsPerColumn: 1e6
      });
      const { findings } = profileFindings({ ...drawn, meta: costly(drawn) });
      const kinds = findings.map(({ kind }) => kind);
      expect(kinds).toContain('overhead');
      expect(kinds.includes('outliers')).toBe(times > 2);
      expect(kinds[0]).toBe('dominates');
      const remarks = findings.map(isRemark);
      expect(remarks).toEqual([...remarks].sort((a, b) => Number(a) - Number(b)));
    }
  );

  it('are all lines from a tenth of the time on, whatever remarks there are', () => {
    const lines = Array.from({ length: MAX_FINDINGS }, (_, line) => ({
      ...{ file: 'a.ts', line: line + 1, selfNs: 60e6, totalNs: 60e6 }
    }));
    const sampled = sourceProfile({
      ...{ cell: null, durationNs: 420e6, sampleCount: 406 },
      ...{ functions: [['main', 'a.ts', 400]], lines, sourceTexts: [] }
    });
    const counters: CounterSeries[] = [
      {
        ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: sampled.samples.track[0] },
        ...{ time: Float64Array.of(0, 400e6), value: Float64Array.of(0, 80e6) }
      }
    ];
    const { findings } = profileFindings({ ...sampled, counters, meta: costly(sampled) });
    const kinds = findings.map(({ kind }) => kind);
    expect(kinds.filter(kind => kind === 'hotLine')).toHaveLength(MAX_FINDINGS);
    expect(kinds.slice(MAX_FINDINGS)).toEqual(['busyMachine', 'overhead']);
    const bundle = { ...exampleBundle(), findings };
    expect(validateBundle(bundle).findings).toEqual(findings);
  });

  it('blame the cost of recording on an option that was given, not on one that is off', () => {
    const drawn = drawProfile('main |[all      ]', { nsPerColumn: 1e6 });
    const options = { allocations: 'off', retained: '65536', async: 'auto' };
    const meta = { ...drawn.meta, overheadNs: drawn.meta.durationNs / 2, options };
    const [first] = profileFindings({ ...drawn, meta }).findings;
    expect(first).toMatchObject({ kind: 'overhead', facts: { option: '--retained' } });
  });

  it('say nothing of a cost that is a large share of next to nothing', () => {
    const drawn = drawProfile('main |[all      ]', { nsPerColumn: 1e5 });
    const meta = { ...drawn.meta, overheadNs: drawn.meta.durationNs / 2 };
    expect(profileFindings({ ...drawn, meta }).findings).toEqual([]);
  });

  it('name what grew between heap snapshots first, however little the curve shows of it', () => {
    const { meta, ...tables } = memoryProfile({ withGrowth: true });
    const heapGrowth = meta.heapGrowth!;
    const grown = { ...heapGrowth, rows: heapGrowth.rows.map(row => ({ ...row, bytes: 2e6 })) };
    const [first] = profileFindings({ ...tables, meta: { ...meta, heapGrowth: grown } }).findings;
    expect(first).toMatchObject({
      kind: 'memory',
      facts: { grownBytes: 6e6, object: 'Session', path: 'sessions → Map → [1028] → Session' }
    });
    const little = profileFindings({ ...tables, meta }).findings;
    expect(little.map(({ kind }) => kind)).not.toContain('memory');
  });

  it('name the many objects in a container that grew, not the one container that holds them', () => {
    const { meta, ...tables } = memoryProfile({ withGrowth: true });
    const row = (name: string, retainedBytes: number, objects: number, way: string) => ({
      ...{ name, added: objects, freed: 0, bytes: 2e6, retainedBytes },
      paths: [{ path: way, objects }]
    });
    const namedOf = (rows: readonly ReturnType<typeof row>[]) => {
      const heapGrowth = { ...meta.heapGrowth!, rows };
      return profileFindings({ ...tables, meta: { ...meta, heapGrowth } }).findings[0].facts;
    };
    const map = row('Map', 41e6, 1, 'held → Map');
    const buffers = row('ArrayBuffer', 40e6, 2000, 'held → Map → [5] → ArrayBuffer');
    expect(namedOf([map, buffers])).toMatchObject({ object: 'ArrayBuffer', objects: 2000 });
    const few = row('ArrayBuffer', 20e6, 2000, 'held → Map → [5] → ArrayBuffer');
    expect(namedOf([map, few])).toMatchObject({ object: 'Map', path: 'held → Map' });
    const elsewhere = row('ArrayBuffer', 40e6, 2000, 'other → Map → [5] → ArrayBuffer');
    expect(namedOf([map, elsewhere])).toMatchObject({ object: 'Map' });
  });

  it.each([
    ['which is a sixth of what is held', MEMORY_COUNTERS.heap, [200e6, 240e6], ['memory']],
    ['of a twentieth', MEMORY_COUNTERS.heap, [200e6, 211e6], []],
    ['of buffers', MEMORY_COUNTERS.arrayBuffers, [1e6, 24e6], ['memory']]
  ] as const)('name growth %s', (_what, name, [first, last], expected) => {
    expect(growthOf(drawProfile('main |[all      ]'), name, first, last)).toEqual(expected);
  });

  it('name code that kept timers waiting, but not modules that are loaded before a program starts', () => {
    const started = waitingProfile();
    const { frames, samples, strings } = started;
    const loading = {
      ...started,
      strings: [...strings, 'node:internal/modules/cjs/loader'],
      frames: {
        ...frames,
        kind: frames.kind.map(() => FrameKind.runtime),
        file: frames.file.map(() => strings.length)
      },
      samples: { ...samples, time: samples.time.map(time => (time === 660e6 ? 662e6 : time)) }
    };
    const kinds = (profile: Profile) => profileFindings(profile).findings.map(({ kind }) => kind);
    expect(kinds(started)).toContain('eventLoop');
    expect(kinds(loading)).not.toContain('eventLoop');
  });

  it('tell of code that kept timers waiting after other code that takes more of the time, but for what answers requests', () => {
    const kinds = (profile: Profile, hotMs: number) => {
      const own = Float64Array.of(hotMs * 1e6);
      const file = Uint32Array.of(profile.strings.indexOf('Cell [1]'));
      const line = Uint32Array.of(3);
      const lineTotals = { length: 1, file, line, self: own, total: own, own };
      const report = { status: 'ok', message: '', records: 400 } as const;
      const sources = [
        { source: 'cpuSampler', ...report },
        { source: 'callSites', ...report }
      ] as const;
      const { findings } = profileFindings({ ...profile, lineTotals, sources });
      return findings.map(({ kind }) => kind);
    };
    expect(kinds(waitingProfile(), 200)[0]).toBe('eventLoop');
    expect(kinds(waitingProfile(), 300).slice(0, 2)).toEqual(['hotLine', 'eventLoop']);
    const [waits, ...others] = waitingProfile().counters;
    const long = {
      ...waitingProfile(),
      counters: [{ ...waits, value: waits.value.map(ns => (ns * 21) / 40) }, ...others]
    };
    const longMs = { ...long.meta, durationNs: 4 * long.meta.durationNs };
    expect(kinds({ ...long, meta: longMs }, 0).slice(0, 2)).toEqual(['waiting', 'eventLoop']);
    const answering = kinds(waitingProfile([HTTP_SERVER_CATEGORY]), 300);
    expect(answering.indexOf('eventLoop')).toBeLessThan(answering.indexOf('hotLine'));
  });

  it('name no line that is waited for where those of most of the time are not known', () => {
    const known = waitingProfile();
    const { labels, slices, strings } = known;
    const unknown = (names: readonly string[]): Profile => {
      const name = labels.name.map(each => (names.includes(strings[each]) ? strings.length : each));
      return { ...known, strings: [...strings, EVENT_LOOP_WAIT], labels: { ...labels, name } };
    };
    const waitOf = (profile: Profile) =>
      profileFindings(profile).findings.find(({ kind }) => kind === 'waiting')?.facts;
    expect(slices.length).toBe(4);
    expect(waitOf(known)).toMatchObject({ line: 2, placeNs: 400e6 });
    expect(waitOf(known)).toMatchObject({ secondLine: 6, secondNs: 160e6 });
    expect(waitOf(unknown(['Cell [1]:6']))).not.toHaveProperty('secondLine');
    expect(waitOf(unknown(['Cell [1]:6']))).toMatchObject({ line: 2, placeNs: 400e6 });
    expect(waitOf(unknown(['Cell [1]:2']))).toMatchObject({ file: '', placeNs: 160e6 });
    expect(waitOf(unknown(['Cell [1]:2', 'Cell [1]:6']))).toMatchObject({ file: '', placeNs: 0 });
  });

  it('leave out buffers of the recorder', () => {
    const ranges = richProfile(1_000_000);
    expect(growthOf(ranges, MEMORY_COUNTERS.arrayBuffers, 1e6, 24e6)).toEqual([]);
  });

  it('quote what a line waits for, from its await on', () => {
    const text = 'go();\nasync function f() { await later(80); return 1; }\nrows.map(find);\n';
    const profile = { ...drawProfile(''), sourceTexts: [{ file: 'a.ts', text, isClipped: false }] };
    expect(awaitAt(profile, 'a.ts', 2)).toBe('await later(80); return 1; }');
    expect(awaitAt(profile, 'a.ts', 3)).toBe('rows.map(find);');
    expect(awaitAt(profile, 'a.ts', 9)).toBe('');
  });

  it('have shares of at most the whole run, whatever a profile claims', () => {
    const rich = richProfile(400);
    const { lineTotals } = rich;
    const own = lineTotals.own.map(each => each * 1e6);
    const found = profileFindings({ ...rich, lineTotals: { ...lineTotals, own } }).findings;
    expect(found.length).toBeGreaterThan(0);
    for (const { share, low, high } of found) {
      expect(share ?? 0).toBeLessThanOrEqual(1);
      expect(low ?? 0).toBeLessThanOrEqual(share ?? 0);
      expect(high ?? 1).toBeGreaterThanOrEqual(share ?? 0);
    }
  });
});

describe('the wall time by use', () => {
  it('adds up to the run, with what no sample was taken of', () => {
    const rich = richProfile(400);
    const { shares } = profileFindings(rich);
    const sum = TIME_SHARES.reduce((all, key) => all + (shares?.[key] ?? 0), 0);
    expect(sum).toBeCloseTo(rich.meta.durationNs, -1);
  });

  it('is unknown without samples', () => {
    expect(profileFindings(drawProfile('main |[a ]')).shares).toBeNull();
  });
});

describe('a bundle with findings', () => {
  const [good] = profileFindings(drawProfile('main |[much   ][b ]', { nsPerColumn: 1e6 })).findings;
  const withFinding = (change: object): unknown =>
    exampleBundle({ findings: [{ ...good, ...change }] });

  it('is read as it is', () => {
    expect(validateBundle(withFinding({})).findings).toEqual([good]);
  });

  it.each([
    ['a kind that is none', { kind: '__proto__' }, 'kind, is none of'],
    ['a share that is no number', { share: 'all' }, 'share, '],
    ['a fact of the wrong type', { facts: { ...good.facts, name: 7 } }, 'name, '],
    ['a view that is none', { target: { ...good.target, view: 'x' } }, 'view, is none of'],
    [
      'a window that ends before it begins',
      { target: { ...good.target, window: { fromNs: 2, toNs: 1 } } },
      'ends before it begins'
    ],
    [
      'a selection of something else',
      { target: { ...good.target, selection: { type: 'html' } } },
      'selection, type, is none of'
    ]
  ])('is refused for %s', (_, change, message) => {
    expect(() => validateBundle(withFinding(change))).toThrow(message);
  });

  it('is refused for more findings than there can be', () => {
    const findings = Array.from({ length: MAX_FINDINGS + MAX_REMARKS + 1 }, () => good);
    expect(() => validateBundle(exampleBundle({ findings }))).toThrow('findings');
  });
});

describe('a program that mostly waits at a known line', () => {
  const idle = (waitMs: number, endedBy = 'network'): FindingKind[] => {
    const drawn = waitingProfile();
    const strings = drawn.strings.map(text => (text === 'network' ? endedBy : text));
    const known = { ...drawn, strings };
    const { samples, slices, counters, meta } = known;
    const later = (time: Float64Array): Float64Array =>
      time.map(at => (at > 400 * 1e6 ? at + (waitMs - 400) * 1e6 : at));
    const weight = samples.weight.map(ns => (ns === 400e6 ? waitMs * 1e6 : ns));
    const duration = slices.duration.map(ns => (ns >= 400e6 ? ns + (waitMs - 400) * 1e6 : ns));
    const profile = {
      ...known,
      meta: { ...meta, durationNs: meta.durationNs + (waitMs - 400) * 1e6 },
      samples: { ...samples, time: later(samples.time), weight },
      slices: { ...slices, start: later(slices.start), duration },
      counters: counters.map(each => ({ ...each, time: later(each.time) }))
    };
    return profileFindings(profile).findings.map(({ kind }) => kind);
  };

  it('is told of that before a block that took little of the time, and of a longer one before', () => {
    expect(idle(400).indexOf('eventLoop')).toBeLessThan(idle(400).indexOf('waiting'));
    expect(idle(4000).indexOf('eventLoop')).toBeGreaterThan(idle(4000).indexOf('waiting'));
    expect(idle(4000)).toContain('eventLoop');
  });

  it('is told of code first if it waited for code elsewhere', () => {
    const kinds = idle(4000, 'message');
    expect(kinds.indexOf('eventLoop')).toBeLessThan(kinds.indexOf('waiting'));
  });
});
