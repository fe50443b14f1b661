import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis';
import { inflateBounded } from '../../../../src/engine/results/readWithin';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { Recorder } from '../../../../src/record/recorder';
import type { SliceLimit } from '../../../../src/record/logs/sliceLimit';
import { FakeClock } from '../../../support/fakeClock';
import { sizesAroundGrowths } from '../../../support/growthSizes';
import { type Random, seededRandom } from '../../../support/random';
import { finishWindow, totalsOf } from '../../../support/recording';
import { sizeOf } from '../../../support/tiers';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });

/** Reads a profile back from a file, as a stranger would; nothing may be missing or different. */
function readBack(profile: Profile): Profile {
  const read = decodeKscope(encodeKscope(profile, { deflate }), { inflate: inflateBounded });
  expect(read.sources).toEqual(profile.sources);
  for (const name of ['slices', 'args', 'instants', 'flows', 'droppedTotals'] as const) {
    expect(bytesOf(read[name]).equals(bytesOf(profile[name])), name).toBe(true);
  }
  expect(read.counters.map(({ time }) => time.length)).toEqual(
    profile.counters.map(({ time }) => time.length)
  );
  return validateProfile(read);
}

function bytesOf(table: object): Buffer {
  const columns = Object.values(table).filter(column => ArrayBuffer.isView(column));
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  );
}

function newRecorder() {
  const clock = new FakeClock();
  return { clock, recorder: new Recorder({ clock: clock.now }) };
}

/** Records `count` events of every kind. */
function recordAll(count: number): Profile {
  const { clock, recorder } = newRecorder();
  const window = recorder.openWindow();
  const label = recorder.label('slice', 'range');
  const counter = recorder.counter('counter', 'domain', 'count');
  const decoder = recorder.addArgDecoder(([first]) => ({ packed: first }));
  for (let event = 0; event < count; event++) {
    const outer = event % 3 === 0 ? recorder.beginAsync(label) : recorder.begin(label);
    clock.advance(1);
    recorder.arg(outer, 'index', event);
    recorder.args.open(outer, decoder);
    recorder.args.put(event);
    recorder.args.close();
    recorder.flow(outer, outer, label);
    recorder.instant(label);
    counter.set(event);
    if (event % 3 === 0) recorder.endAsync(outer);
    else recorder.end(outer);
  }
  return finishWindow(recorder, window);
}

describe('a profile of a recording', () => {
  it.each(sizesAroundGrowths(16).filter(count => count < 300 || count > 65_000))(
    'is read back whole with %i events of each kind',
    count => {
      const { slices, args, instants, flows, counters } = readBack(recordAll(count));
      expect([slices.length, args.length, instants.length, flows.length]).toEqual([
        ...[count, 2 * count, count, count]
      ]);
      expect(counters.map(({ value }) => value.length)).toEqual(count > 0 ? [count] : []);
    }
  );

  it('is read back with very many events of each kind, or says what did not fit', () => {
    const count = sizeOf(100_000, 1_000_000);
    const { slices, meta, instants, counters, args } = readBack(recordAll(count));
    const { dropped } = meta;
    expect(slices.length + dropped.slices).toBe(count);
    expect(instants.length + dropped.instants).toBe(count);
    expect(counters[0].time.length + dropped.counterValues).toBe(count);
    expect(args.length + dropped.args).toBe(2 * count);
  }, 240_000);
});

/** Ranges inside one another at random, some of them on lanes, some never ended. */
function recordAtRandom(random: Random, limit: SliceLimit, count: number): Profile {
  const { clock, recorder } = newRecorder();
  const window = recorder.openWindow(limit);
  const labels = ['a', 'b', 'c'].map(name => recorder.label(name, 'range'));
  const open: { readonly token: ReturnType<Recorder['begin']>; readonly isAsync: boolean }[] = [];
  for (let event = 0; event < count; event++) {
    clock.advance(1 + Math.floor(5 * random()));
    if (open.length > 0 && random() < 0.5) {
      const inner = 1 + Math.floor(random() * Math.min(2, open.length));
      const [{ token, isAsync }] = open.splice(-inner, 1);
      recorder[isAsync ? 'endAsync' : 'end'](token);
      continue;
    }
    const label = labels[Math.floor(random() * labels.length)];
    const isAsync = random() < 0.2;
    open.push({ token: isAsync ? recorder.beginAsync(label) : recorder.begin(label), isAsync });
  }
  clock.advance(1);
  return finishWindow(recorder, window);
}

describe('a profile of a recording that keeps only some slices', () => {
  const modes = ['keepFirst', 'keepLast'] as const;
  const limits = modes.flatMap(mode =>
    [1, 2, 63, 64, 65, 129, 1000].map(slices => ({ mode, slices }))
  );

  it.each(limits)('is read back, with the counts and totals of one that keeps all: %o', limit => {
    for (let seed = 1; seed <= 12; seed++) {
      const count = [10, 129, 700, 3000][seed % 4];
      const part = readBack(recordAtRandom(seededRandom(seed * 7919), limit, count));
      const whole = readBack(
        recordAtRandom(seededRandom(seed * 7919), { mode: 'keepFirst', slices: 1e6 }, count)
      );
      const [sums, all] = [totalsOf(part), totalsOf(whole)];
      for (const name of Object.keys(all)) {
        const { count: slices, total } = all[name];
        expect({ name, slices, total }).toEqual({
          ...{ name, slices: sums[name].count, total: sums[name].total }
        });
      }
      expect(part.slices.length + part.meta.dropped.slices).toBe(whole.slices.length);
      for (const { rows } of aggregate(part)) {
        expect(rows.every(({ self, total }) => self >= 0 && self <= total)).toBe(true);
      }
    }
  });
});
