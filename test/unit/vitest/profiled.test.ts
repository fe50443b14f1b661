import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRange } from '../../../src/engine/annotate/range';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { createProfiled } from '../../../src/vitest/profiled';
import { ProfiledError } from '../../../src/vitest/profiledError';

const host = new RecordingHost();
const range = createRange(host.recorder);
const profiled = createProfiled(host);

/** Computes for some time. */
function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

const FEW = { repeat: 4, warmup: 1, allocations: false } as const;

describe('profiled', () => {
  it('keeps the time of each name in each run, and runs as often as it says', async () => {
    let calls = 0;
    const runs = await profiled(() => {
      calls++;
      range('outer', () => {
        range('inner', () => spin(2));
        range('inner', () => spin(1));
      });
      return spin(1);
    }, FEW);
    expect(calls).toBe(5);
    expect(runs.names.map(({ name }) => name).sort()).toEqual(['inner', 'outer']);
    expect(runs.timesOf('inner')).toHaveLength(4);
    for (const [run, wholeNs] of runs.timesOf(null).entries()) {
      const [inner, outer] = ['inner', 'outer'].map(name => runs.timesOf(name)[run]);
      expect(inner).toBeGreaterThanOrEqual(3e6);
      expect(outer).toBeGreaterThanOrEqual(inner);
      expect(wholeNs).toBeGreaterThanOrEqual(outer + 1e6);
    }
    expect(runs.profile.data.slices.length).toBe(4 * 4);
  });

  it('waits for a promise within the run', async () => {
    const runs = await profiled(() => delay(20), FEW);
    expect(Math.min(...runs.wholeNs)).toBeGreaterThanOrEqual(18e6);
  });

  it.each([
    ['at once', (error: Error) => () => Promise.reject(error)],
    [
      'by throwing',
      (error: Error) => () => {
        throw error;
      }
    ]
  ])(
    'rethrows an error that comes %s as it is, and leaves nothing recorded',
    async (_, failing) => {
      const error = new TypeError('broken');
      let calls = 0;
      const fn = (): unknown => (++calls > 3 ? failing(error)() : null);
      await expect(profiled(fn, FEW)).rejects.toBe(error);
      expect(host.openRecordings()).toEqual([]);
    }
  );

  it('samples what runs allocate, of all functions and of one', { tags: 'night' }, async () => {
    const kept: unknown[] = [];
    function makeRows(): void {
      kept.length = 0;
      for (let row = 0; row < 20_000; row++) kept.push({ row, next: [row, row + 1] });
    }
    const runs = await profiled(() => makeRows(), { repeat: 2, warmup: 1 });
    const [all, rows] = [runs.allocated(null), runs.allocated('makeRows')];
    // each row is an object of some 40 B and an array of some 50 B
    expect(rows.bytes).toBeGreaterThan(1e6);
    expect(rows.bytes).toBeLessThan(5e6);
    expect(all.bytes).toBeGreaterThanOrEqual(rows.bytes);
    expect(rows.errorBytes).toBeLessThan(rows.bytes / 2);
    expect(() => runs.allocated('makeRow')).toThrow(
      /No function named makeRow .*nearest: makeRows/
    );
  });

  it('says what is wrong with its arguments', async () => {
    const run = (options: object): Promise<unknown> => profiled(() => 1, options);
    await expect(run({ repeats: 3 })).rejects.toThrow('Did you mean repeat?');
    await expect(run({ repeat: 1 })).rejects.toThrow('a whole number from 2 to 200, got 1');
    await expect(run({ warmup: -1 })).rejects.toThrow('a whole number from 0 to 200, got -1');
    await expect(run({ allocations: 1 })).rejects.toThrow('true or false, got 1');
    await expect(profiled(3 as unknown as () => void)).rejects.toThrow(ProfiledError);
  });

  it('refuses to measure while something else is recorded', async () => {
    const recording = host.startAlone({ workers: false });
    await expect(profiled(() => 1, FEW)).rejects.toThrow('Another recording is open');
    recording.abandon();
    await expect(profiled(() => 1, FEW)).resolves.toBeDefined();
  });

  it('says which names there are for one that was not recorded', async () => {
    const runs = await profiled(() => range('parse', () => 1), FEW);
    expect(() => runs.timesOf('parce')).toThrow(
      'Nothing named parce was recorded; nearest: parse.'
    );
    expect(() => runs.allocated(null)).toThrow('leave out allocations: false');
    const unnamed = await profiled(() => 1, FEW);
    expect(() => unnamed.timesOf('x')).toThrow('name parts of the code with range()');
  });
});
