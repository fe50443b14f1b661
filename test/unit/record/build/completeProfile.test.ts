import { expect, test } from 'vitest';
import { validateProfile } from '../../../../src/model/validate/validate';
import { createTable } from '../../../../src/columns/tableSchema';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { completeProfile } from '../../../../src/record/build/buildProfile';
import type {
  Contribution,
  ContributionContext,
  Source
} from '../../../../src/record/build/contribution';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow } from '../../../support/recording';

/** A source that contributes what `contribute` says. */
function sourceOf(
  source: 'gc' | 'waits',
  contribute: (context: ContributionContext) => Partial<Contribution>
): Source {
  return {
    start: () => undefined,
    stopNow: () => undefined,
    contribute: context => ({
      report: { source, status: 'ok', message: source, records: 1 },
      ...contribute(context)
    })
  };
}

function stackOf({ strings, stacks }: ContributionContext, name: string): number {
  const file = strings.intern('a.ts');
  const at = { name: strings.intern(name), file, line: 3, column: 1, kind: FrameKind.user };
  return stacks.stack(-1, stacks.frame(at), 4);
}

/** All texts in one order, in which they would otherwise stand by their first use. */
const TEXTS = [
  'third',
  'minor',
  'gc',
  'freed',
  'by',
  'us',
  'a.ts:4',
  'waiting',
  'timer',
  'isLong',
  'size'
];

/** Collections of garbage, with stacks: one between and one before the slices of the recorder. */
const early = (): Source =>
  sourceOf('gc', context => {
    for (const text of TEXTS) context.strings.intern(text);
    const track = context.addTrack({ name: 'gc', kind: 'waiting', parent: 1, pid: 42, tid: 42 });
    const slice = {
      name: 'minor',
      category: 'gc',
      track,
      duration: 2,
      args: { freed: 7, by: 'us' }
    };
    const [before, between] = [stackOf(context, 'first'), stackOf(context, 'second')];
    return {
      slices: [
        { ...slice, start: 1, stackRow: before },
        { ...slice, start: 12, stackRow: between }
      ],
      overheadNs: 5
    };
  });

/** Waits around these, with a stack that is known and one that is not, and all else that can be added. */
const late = (): Source =>
  sourceOf('waits', context => {
    const track = context.addTrack({
      name: 'Waiting',
      kind: 'waiting',
      parent: 1,
      pid: 42,
      tid: 42
    });
    const slice = { name: 'a.ts:4', category: 'waiting', track, duration: 3 };
    const stacks = [stackOf(context, 'second'), stackOf(context, 'third')];
    const samples = createTable('samples', 2);
    samples.time.set([5, 50]);
    samples.weight.set([45, 50]);
    samples.stack.set(stacks);
    samples.track.fill(context.mainTrack);
    const lineTotals = createTable('lineTotals', 1);
    lineTotals.file.fill(context.strings.intern('a.ts'));
    lineTotals.line.fill(4);
    const counter = {
      name: 'late',
      category: 'waits',
      unit: 'count',
      kind: 'sampled',
      track: 1
    } as const;
    return {
      slices: [
        { ...slice, start: 0, stackRow: stacks[1], args: { by: 'timer', isLong: true } },
        { ...slice, start: 20, stackRow: stacks[0] }
      ],
      samples: { samples, lineTicks: createTable('lineTicks', 0) },
      lineTotals,
      counters: [{ ...counter, time: Float64Array.of(9), value: Float64Array.of(1) }],
      facts: { cpuIntervals: [{ pid: 42, fromNs: 0, intervalNs: 1e6 }] },
      startUpRun: { pid: 42, fromNs: 0, untilNs: 7 },
      overheadNs: 11
    };
  });

function recordedWith(sources: readonly Source[]): Profile {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow();
  const outer = recorder.begin(recorder.label('outer', 'operator'));
  recorder.arg(outer, 'size', 3);
  clock.advance(10);
  const inner = recorder.begin(recorder.label('inner', 'operator'));
  recorder.arg(inner, 'by', 'us');
  recorder.flow(outer, inner, recorder.label('flow', 'operator'));
  clock.advance(20);
  recorder.end(inner);
  clock.advance(70);
  recorder.end(outer);
  return finishWindow(recorder, window, sources);
}

test('a profile that is completed later is that of which all sources were there at its end', () => {
  const whole = recordedWith([early(), late()]);
  const completed = completeProfile(recordedWith([early()]), [late()]);
  expect(validateProfile(completed)).toBe(completed);
  expect(inOrder(completed)).toEqual(inOrder(whole));
});

/** With its sources in an order of their own, and without what differs from one recording to the next. */
function inOrder({ sources, ...tables }: Profile): Profile {
  return { ...tables, sources: [...sources].sort((a, b) => (a.source < b.source ? -1 : 1)) };
}
