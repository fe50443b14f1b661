import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inOrder,
  type OrderEvidence,
  toldOnce
} from '../../../../src/analysis/findings/findingOrder';
import { profileFindings } from '../../../../src/analysis';
import type { RankedFinding } from '../../../../src/analysis/findings/findingContext';
import {
  type Finding,
  type FindingKind,
  type FindingOf,
  isRemark,
  MAX_FINDINGS
} from '../../../../src/model/output/findings';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { waitingProfile } from '../../../support/waitingProfile';

const FILE = 'a.ts';
/** Of no server, on a machine with cores to spare. */
const QUIET: OrderEvidence = { hasLittleToAnswer: false, unqueued: 1 };
const FUNCTIONS = ['parse', 'render'] as const;

interface Drawn {
  readonly weight: number;
  readonly share: number | null;
  /** Facts that the order looks at; what a sentence would say besides is left out. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** A finding of a kind about a function of one file. */
function drawn(kind: FindingKind, { weight, share, facts }: Drawn): RankedFinding {
  const target = { view: 'table', selection: null, window: null };
  const finding: unknown = { kind, share, low: share, high: share, facts, target };
  return { finding: finding as Finding, weight };
}

const share = fc.integer({ min: 1, max: 100 }).map(percent => percent / 100);

/** What searches find of a function: lines, the function, its garbage, its blocks of the event loop. */
const ofFunction = fc.constantFrom(...FUNCTIONS).chain(name =>
  fc
    .record({
      lines: fc.array(share, { maxLength: 3 }),
      called: fc.option(share),
      garbage: fc.option(share),
      block: fc.option(share)
    })
    .map(({ lines, called, garbage, block }) => {
      const facts = { file: FILE, function: name };
      const of = (kind: FindingKind, saved: number, part: number | null): RankedFinding[] =>
        part === null ? [] : [drawn(kind, { share: part, weight: saved * part, facts })];
      return {
        name,
        hot: [
          ...lines.flatMap((part, at) =>
            of('hotLine', 0.7, part).map(({ finding, weight }) => ({
              finding: { ...finding, facts: { ...facts, line: at + 1 } } as Finding,
              weight
            }))
          ),
          ...of('hotFunction', 0.7, called)
        ],
        signs: [...of('garbage', 0.7, garbage), ...of('eventLoop', 0.95, block)]
      };
    })
);

const wait = fc
  .record({
    part: share,
    file: fc.constantFrom('', FILE),
    endedBy: fc.constantFrom('network', 'timer', 'message', 'process', '')
  })
  .map(({ part, ...facts }) => drawn('waiting', { share: part, weight: 0.9 * part, facts }));

const memory = fc
  .record({ grown: share, weight: share })
  .map(({ grown, weight }) =>
    drawn('memory', { share: null, weight, facts: { grownBytes: grown * 1e8, heldBytes: 1e8 } })
  );

const requests = fc.option(share).map(part =>
  drawn('requests', {
    share: part,
    weight: part === null ? 0 : 1,
    facts: { name: 'GET /', file: FILE }
  })
);

const OTHERS = ['dominates', 'grew', 'gpuIdle', 'allocations', 'deopts', 'testRunner'] as const;
const REMARKS = ['busyMachine', 'outliers', 'overhead', 'fewSamples'] as const;
const other = (kinds: readonly FindingKind[]) =>
  fc
    .record({ kind: fc.constantFrom(...kinds), part: share })
    .map(({ kind, part }) => drawn(kind, { share: part, weight: part, facts: {} }));

const evidence: fc.Arbitrary<OrderEvidence> = fc.record({
  hasLittleToAnswer: fc.boolean(),
  unqueued: fc.constant(1)
});

/** Findings as one profile may have them: of each kind but those of lines one at most, in any order. */
const found = fc
  .tuple(
    fc.uniqueArray(ofFunction, { selector: ({ name }) => name }),
    fc.tuple(fc.option(wait), fc.option(memory), fc.option(requests)),
    fc.uniqueArray(other([...OTHERS, ...REMARKS]), { selector: ({ finding }) => finding.kind })
  )
  .map(([functions, single, others]) => {
    const signs = functions.flatMap(each => each.signs);
    const once = signs.filter(
      ({ finding }, at) => signs.findIndex(each => each.finding.kind === finding.kind) === at
    );
    const lines = functions.flatMap(({ hot }) => hot);
    return [
      ...lines.slice(0, MAX_FINDINGS),
      ...once,
      ...single.flatMap(each => each ?? []),
      ...others
    ];
  })
  .chain(all => fc.shuffledSubarray(all, { minLength: all.length }));

type Code = FindingOf<'hotLine'> | FindingOf<'hotFunction'>;

const isCode = (finding: Finding): finding is Code =>
  finding.kind === 'hotLine' || finding.kind === 'hotFunction';

/** Whether `sign` is about the function that a finding of code is about, too. */
const isOf = (sign: FindingOf<'garbage' | 'eventLoop'>, code: Finding): code is Code =>
  isCode(code) &&
  code.facts.file === sign.facts.file &&
  code.facts.function === sign.facts.function;

/** Checks what holds for any findings, in the order in which they are told. */
const holds = (check: (told: readonly Finding[], all: readonly RankedFinding[]) => void): void =>
  fc.assert(
    fc.property(found, evidence, (all, of) => check(inOrder(all, of), all)),
    { numRuns: 500 }
  );

describe('the order of findings', () => {
  it('has what code did before how that shows: no block of the event loop comes before its own line', () => {
    holds(told => {
      const block = told.findIndex(({ kind }) => kind === 'eventLoop');
      if (block < 0) return;
      const own = told.findIndex(each => isOf(told[block] as FindingOf<'eventLoop'>, each));
      expect(own).toBeLessThan(block);
    });
  });

  it.each([
    [100, 'waiting'],
    [undefined, 'hotLine waiting']
  ])('has no line apart from the wait that it is told with: %s ns', (ranNs, kinds) => {
    const place = { file: FILE, line: 5 };
    const line = drawn('hotLine', { weight: 0.2, share: 0.3, facts: { ...place, function: '' } });
    const ran: Record<string, number> = ranNs === undefined ? {} : { ranNs };
    const facts = { ...place, ...ran, endedBy: 'process' };
    const wait = drawn('waiting', { weight: 0.6, share: 0.7, facts });
    const told = inOrder([line, wait], QUIET);
    expect(told.map(({ kind }) => kind).join(' ')).toBe(kinds);
    const other = drawn('hotLine', { weight: 0.2, share: 0.3, facts: { ...place, line: 6 } });
    expect(inOrder([other, wait], QUIET)).toHaveLength(2);
  });

  it('has garbage after the hot code that makes most of it', () => {
    holds(told => {
      const at = told.findIndex(({ kind }) => kind === 'garbage');
      const garbage = told[at] as FindingOf<'garbage'> | undefined;
      if (garbage === undefined) return;
      const maker = told.findIndex(
        each => isOf(garbage, each) && (each.share ?? 0) >= (garbage.share ?? 0) / 3
      );
      expect(maker).toBeLessThan(at);
    });
  });

  it('has garbage that no code is known for after code that took a third of it, and before less', () => {
    const garbage = drawn('garbage', {
      weight: 0.1,
      share: 0.14,
      facts: { file: '', function: '' }
    });
    const line = (part: number): RankedFinding =>
      drawn('hotLine', {
        weight: 0.7 * part,
        share: part,
        facts: { file: FILE, line: 3, function: 'parse' }
      });
    const kinds = (part: number): string =>
      inOrder([garbage, line(part)], QUIET)
        .map(({ kind }) => kind)
        .join(' ');
    expect(kinds(0.06)).toBe('hotLine garbage');
    expect(kinds(0.04)).toBe('garbage hotLine');
  });

  it('has a wait of most of the time that the thread had a core for before code of little of it', () => {
    const wait = drawn('waiting', {
      weight: 0.33,
      share: 0.37,
      facts: { file: FILE, line: 3, endedBy: 'timer' }
    });
    const line = drawn('hotLine', {
      weight: 0.09,
      share: 0.08,
      facts: { file: FILE, line: 9, function: 'load' }
    });
    const first = (unqueued: number): FindingKind =>
      inOrder([line, wait], { ...QUIET, unqueued })[0].kind;
    expect(first(0.62)).toBe('waiting');
    expect(first(1)).toBe('hotLine');
  });

  it('has remarks last, and all of them', () => {
    holds((told, all) => {
      const remarks = told.map(isRemark);
      expect(remarks).toEqual([...remarks].sort((a, b) => Number(a) - Number(b)));
      const given = all.filter(({ finding }) => isRemark(finding));
      expect(remarks.filter(Boolean)).toHaveLength(given.length);
    });
  });

  it('has all lines of the user’s own code, whatever else there is: but for one answer before all', () => {
    holds((told, all) => {
      const linesOf = (findings: readonly Finding[]) =>
        findings.filter(({ kind }) => kind === 'hotLine');
      const lines = linesOf(all.map(({ finding }) => finding)).length;
      const isAnswered = ['requests', 'testRunner', 'memory'].includes(told[0]?.kind);
      expect(linesOf(told)).toHaveLength(isAnswered ? Math.min(lines, MAX_FINDINGS - 1) : lines);
      expect(told.filter(each => !isRemark(each)).length).toBeLessThanOrEqual(MAX_FINDINGS);
    });
  });

  it('leaves out a block of code that is told before anything else, such as memory that is kept', () => {
    holds((told, all) => {
      const block = told.find(each => each.kind === 'eventLoop');
      if (block === undefined || !told.some(each => isOf(block, each))) return;
      const isSign = ({ kind }: Finding): boolean => kind === 'eventLoop' || kind === 'garbage';
      const leftOut = all.filter(({ finding }) => !told.includes(finding) && !isSign(finding));
      expect(leftOut.map(({ finding }) => finding.kind)).toEqual([]);
    });
  });

  it('is that of own code, waiting, memory, remarks, where no evidence moves one', () => {
    const order: readonly (readonly FindingKind[])[] = [
      ['hotLine', 'hotFunction', 'garbage', 'eventLoop', 'dominates', 'grew'],
      ['waiting', 'gpuIdle'],
      ['memory', 'allocations'],
      ['deopts'],
      REMARKS
    ];
    const rankOf = ({ kind }: Finding): number => order.findIndex(kinds => kinds.includes(kind));
    holds((told, all) => {
      const waits = all.find(({ finding }) => finding.kind === 'waiting');
      const isMoved = (waits?.finding.share ?? 0) >= 0.5 || told[0]?.kind === 'memory';
      if (isMoved) return;
      const ranks = told
        .filter(({ kind }) => order.flat().includes(kind) && kind !== 'eventLoop')
        .map(rankOf);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    });
  });

  it('is the same in whatever order they were found', () => {
    fc.assert(
      fc.property(found, evidence, fc.infiniteStream(fc.nat()), (all, of, random) => {
        const shuffled = all
          .map(each => ({ each, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(inOrder(shuffled, of)).toEqual(inOrder(all, of));
      }),
      { numRuns: 500 }
    );
  });
});

it('a block comes after other code where samples show none of the code in it', () => {
  const known = waitingProfile();
  const own = Float64Array.of(200e6);
  const file = Uint32Array.of(known.strings.indexOf('Cell [1]'));
  const lineTotals = { length: 1, file, line: Uint32Array.of(3), self: own, total: own, own };
  const report = { status: 'ok', message: '', records: 400 } as const;
  const sources = [
    { source: 'cpuSampler', ...report },
    { source: 'callSites', ...report }
  ] as const;
  const firstOf = (frames: Profile['frames']): FindingKind | undefined =>
    profileFindings({ ...known, frames, lineTotals, sources }).findings.at(0)?.kind;
  const { frames } = known;
  expect(firstOf(frames)).toBe('eventLoop');
  expect(firstOf({ ...frames, kind: frames.kind.map(() => FrameKind.native) })).toBe('hotLine');
});

describe('a cause', () => {
  const cause = { cause: 'jsonClone', causeCode: 'x()', causeFile: FILE, causeLine: 3 };
  const of = (kind: FindingKind, facts: Drawn['facts']): Finding =>
    drawn(kind, { weight: 1, share: 0.5, facts: { file: FILE, ...facts } }).finding;
  const isTold = (...findings: Finding[]): boolean[] =>
    toldOnce(findings).map(({ facts }) => 'cause' in facts || 'causeLine' in facts);

  it('is told once of a line, by the first finding that has it', () => {
    const answer = of('requests', { name: 'GET /', line: 5, hotLine: 7, ...cause });
    const line = of('hotLine', { line: 7, code: 'x();', ...cause });
    expect(isTold(answer, line, of('waiting', { line: 7, ...cause }))).toEqual([
      true,
      false,
      false
    ]);
    expect(isTold(line, answer)).toEqual([true, false]);
    const turns = of('oneAtATime', { line: 7, code: 'await x();', ...cause });
    expect(isTold(turns, of('waiting', { line: 7, ...cause }))).toEqual([true, false]);
    expect(toldOnce([answer, line])[1].facts).toMatchObject({ line: 7, code: 'x();' });
  });

  it('is told once of a hook, at whichever lines it took its time', () => {
    const hook = { ...cause, cause: 'repeatedHook' };
    const called = of('hotFunction', { line: 1, ...hook });
    const lines = [of('hotLine', { line: 7, ...hook }), of('hotLine', { line: 8, ...hook })];
    expect(isTold(called, ...lines)).toEqual([true, false, false]);
    const other = of('hotLine', { line: 9, ...hook, causeLine: 20 });
    expect(isTold(lines[0], other, lines[1])).toEqual([true, true, false]);
  });

  it('is told of each line that has it, and beside another one', () => {
    const line = of('hotLine', { line: 7, ...cause });
    const other = of('hotLine', { line: 8, ...cause });
    const wait = of('waiting', { line: 7, ...cause, cause: 'writeInLoop' });
    expect(isTold(line, other, wait)).toEqual([true, true, true]);
  });
});
