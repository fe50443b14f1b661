import { expect, it } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { type CounterSeries, FrameKind } from '../../../../src/model/profile/profile';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import { type SourceDrawing, sourceProfile } from '../../../support/sourceProfile';

const FILE = 'a.ts';

/** The functions of the findings of hot lines, by line, where `outer` begins on line 3 and `inner` on line 5. */
function functionsOf(text: string | null, lines: Readonly<Record<number, number>>): unknown {
  const functions: SourceDrawing['functions'] = [
    ['main', FILE, 1],
    ['outer', FILE, 210],
    ['inner', FILE, 195]
  ];
  const profile = sourceProfile({
    cell: null,
    durationNs: 420e6,
    sampleCount: 406,
    functions,
    lines: Object.entries(lines).map(([line, ms]) => {
      return { file: FILE, line: Number(line), selfNs: ms * 1e6, totalNs: ms * 1e6 };
    }),
    sourceTexts: text === null ? [] : [{ file: FILE, text, isClipped: false }]
  });
  const found = profileFindings(profile).findings;
  return Object.fromEntries(
    found.flatMap(({ kind, facts }) =>
      kind === 'hotLine' ? [[facts.line, facts.function] as const] : []
    )
  );
}

it('a hot line is in the function that begins last before it', () => {
  expect(functionsOf(null, { 4: 210, 6: 195 })).toEqual({ 4: 'outer', 6: 'inner' });
});

it('a function that ends before the line is not around it, where the source tells', () => {
  const nested = `main();

function outer() {
  first();
  function inner() {
    second();
  }
  third();
}`;
  expect(functionsOf(nested, { 6: 195, 8: 210 })).toEqual({ 6: 'inner', 8: 'outer' });
});

it.each([
  [300, 'cpuUsage'],
  [100, undefined]
])('a function is told with what it called for most of its time: %i samples', (samples, called) => {
  const profile = sourceProfile({
    cell: null,
    durationNs: 420e6,
    functions: [
      ['main', FILE, 400 - samples],
      ['cpuUsage', 'node:process', samples]
    ],
    lines: []
  });
  const kind = Uint8Array.of(FrameKind.user, FrameKind.runtime);
  const [found] = profileFindings({ ...profile, frames: { ...profile.frames, kind } }).findings;
  expect(found).toMatchObject({ kind: 'hotFunction', facts: { function: 'main' } });
  expect(found.kind === 'hotFunction' && found.facts.called).toBe(called);
});

it.each([
  ['toString() {', ['hotFunction']],
  ['export const text = (parts: Part[]) =>', ['hotFunction']],
  ['export const text = parts => parts.join();', ['hotLine']],
  ['', ['hotLine']]
])('a line that only begins a function is told as that function: %s', (begin, kinds) => {
  const profile = sourceProfile({
    cell: null,
    durationNs: 420e6,
    sampleCount: 406,
    functions: [['main', FILE, 400]],
    lines: [{ file: FILE, line: 1, selfNs: 400e6, totalNs: 400e6 }],
    sourceTexts: begin === '' ? [] : [{ file: FILE, text: `${begin}\n  a;\n}`, isClipped: false }]
  });
  expect(profileFindings(profile).findings.map(({ kind }) => kind)).toEqual(kinds);
});

it.each([
  [30, undefined],
  [90, undefined],
  [200, 0.5],
  [300, 11 / 12],
  [340, undefined]
])(
  'a line has its share of the rest where the thread waited for a core for %i ms: %s',
  (waitedMs, expected) => {
    const profile = sourceProfile({
      cell: null,
      durationNs: 420e6,
      sampleCount: 400,
      functions: [['main', FILE, 110]],
      lines: [{ file: FILE, line: 2, selfNs: 110e6, totalNs: 110e6 }]
    });
    const counter: CounterSeries = {
      ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: 0 },
      time: Float64Array.of(50e6),
      value: Float64Array.of(waitedMs * 1e6)
    } as const;
    const [found] = profileFindings({ ...profile, counters: [counter] }).findings;
    expect(found).toMatchObject({ kind: 'hotLine', facts: { line: 2 } });
    expect(found.kind === 'hotLine' && found.facts.unqueuedShare).toEqual(
      expected === undefined ? undefined : expect.closeTo(expected, 6)
    );
  }
);
