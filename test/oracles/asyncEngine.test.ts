import { encodePerfetto } from 'kernelscope/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { createWaitAll } from '../../src/engine/annotate/waitAll';
import { createInstrument } from '../../src/sources/operators/instrument';
import { FakeClock } from '../support/fakeClock';
import { testHookDeps } from '../support/hookDeps';
import { categoryLines, finishWindow } from '../support/recording';
import { complaints } from './expectedTrace';
import { type TraceProcessor, loadTrace } from './traceProcessor';

/**
 * The guide's picture: the main thread launches `diag` and `sum`, each call returns before the
 * operator has run, and `waitAll` lasts until both have.
 */
async function guide(): Promise<Profile> {
  const clock = new FakeClock();
  const parts = testHookDeps({ api: true }, clock.now);
  const finishOperator: (() => void)[] = [];
  const launch = (callNs: number) => () => {
    clock.advance(callNs);
    return new Promise<void>(resolve => finishOperator.push(resolve));
  };
  const nd = { diag: launch(2000), sum: launch(3000) };
  createInstrument(parts)(nd);
  const window = parts.recorder.openWindow();
  const results = [nd.diag(), nd.sum()];
  const all = createWaitAll(parts)();
  for (const [at, finish] of finishOperator.entries()) {
    clock.advance(10_000);
    finish();
    await results[at];
  }
  await all;
  return finishWindow(parts.recorder, window);
}

describe('asynchronous operators', () => {
  let profile: Profile;
  let trace: TraceProcessor;
  beforeAll(async () => {
    profile = await guide();
    trace = await loadTrace(encodePerfetto(profile));
  });

  test('have calls on the main thread that return before they end on lanes of their own', () => {
    expect(categoryLines(profile)).toEqual([
      'API/diag 0+2000 @main thread',
      'operator/diag 0+15000 @operators',
      'API/sum 2000+3000 @main thread',
      'operator/sum 2000+23000 @operators 2',
      'API/waitAll 5000+20000 @async'
    ]);
    expect(() => validateProfile(profile)).not.toThrow();
  });

  test('stand so in Perfetto, in order and without complaints', () => {
    expect(complaints(trace)).toEqual([]);
    const rows = trace.query(`
      select slice.category as category, slice.name as name, ts, dur,
        coalesce(thread.name, track.name) as track
      from slice left join track on slice.track_id = track.id
      left join thread_track on slice.track_id = thread_track.id
      left join thread using (utid) where dur > 0 order by ts, slice.category`);
    expect(
      rows.map(({ category, name, ts, dur, track }) => [category, name, ts, dur, track])
    ).toEqual([
      ['API', 'diag', 0, 2000, 'main thread'],
      ['operator', 'diag', 0, 15_000, 'operators'],
      ['API', 'sum', 2000, 3000, 'main thread'],
      ['operator', 'sum', 2000, 23_000, 'operators 2'],
      ['API', 'waitAll', 5000, 20_000, 'async']
    ]);
  });

  test('have arrows in Perfetto from the call to the operator', () => {
    const flows = trace.query(`
      select a.category as source, b.category as target, a.name as call, b.name as operator
      from flow join slice a on flow.slice_out = a.id join slice b on flow.slice_in = b.id
      order by a.ts, a.name`);
    expect(flows).toEqual([
      { source: 'API', target: 'operator', call: 'diag', operator: 'diag' },
      { source: 'API', target: 'operator', call: 'sum', operator: 'sum' }
    ]);
  });

  test('are counted with their calls in Perfetto', () => {
    const values = (name: string) =>
      trace
        .query(
          `select value from counter join track on counter.track_id = track.id
           where track.name = '${name}' order by ts, counter.id`
        )
        .map(({ value }) => value);
    expect(values('API Calls')).toEqual([1, 2, 3]);
    expect(values('API Concurrency').at(-1)).toBe(0);
  });
});
