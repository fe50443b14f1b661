import { encodeChromeTrace, encodePerfetto } from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import { beforeEach, describe, expect, test } from 'vitest';
import { arrowsOf, loadGradients } from '../support/gradientRows';
import { type TfjsBench, useTfjsBench } from '../support/tfjsBench';
import { complaints, flowEnds, tracedFlowEnds } from './expectedTrace';
import { loadTrace } from './traceProcessor';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat: string;
  readonly id: number;
  readonly ts: number;
  readonly tid: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

let bench: TfjsBench;
let profile: Profile;

useTfjsBench(made => {
  bench = made;
});

function step(): void {
  const tf = loadGradients();
  const [w, b] = [tf.variable(tf.ones([3, 2])), tf.variable(tf.zeros([2]))];
  const x = tf.ones([4, 3]);
  const finish = bench.start({ operators: true });
  tf.train.sgd(0.1).minimize(() => tf.mean(tf.relu(tf.add(tf.matMul(x, w), b))));
  profile = finish();
}

beforeEach(step);

function chromeEvents(): TraceEvent[] {
  const text = new TextDecoder().decode(encodeChromeTrace(profile));
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
}

describe('arrows from forward to backward operators', () => {
  test('test_profiler_fwd_bwd_link: are pairs in the Chrome trace, at starts of slices', () => {
    const events = chromeEvents();
    const [starts, ends] = ['s', 'f'].map(phase => events.filter(({ ph }) => ph === phase));
    const ids = Array.from({ length: profile.flows.length }, (_, flow) => flow + 1);
    expect(ids.length).toBeGreaterThan(3);
    for (const side of [starts, ends]) {
      expect(side.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
      expect(new Set(side.map(({ cat }) => cat))).toEqual(new Set(['fwdbwd']));
    }
    const slices = events.filter(({ ph }) => ph === 'X');
    const sliceAt = ({ ts, tid }: TraceEvent) =>
      slices.find(slice => slice.ts === ts && slice.tid === tid);
    for (const id of ids) {
      const from = sliceAt(starts.filter(each => each.id === id)[0]);
      const to = sliceAt(ends.filter(each => each.id === id)[0]);
      expect(to?.name).toBe(`${String(from?.name)}Backward`);
      expect(to?.args?.['stashed seq']).toBe(from?.args?.seq);
    }
  });

  test('test_profiler_disable_fwd_bwd_link: are left out with the operators', () => {
    const tf = loadGradients();
    const finish = bench.start({ api: true });
    tf.grad(x => tf.square(x))(tf.scalar(2));
    profile = finish();
    expect(profile.slices.length).toBeGreaterThan(0);
    expect(chromeEvents().filter(({ ph }) => ph === 's' || ph === 'f')).toEqual([]);
  });

  test.each([
    ['Chrome JSON', encodeChromeTrace],
    ['Perfetto', encodePerfetto]
  ] as const)('arrive in the trace processor from %s', async (_, encode) => {
    const trace = await loadTrace(encode(profile));
    expect(complaints(trace)).toEqual([]);
    expect(tracedFlowEnds(trace)).toEqual(flowEnds(profile));
    expect(arrowsOf(profile)).toContain('fwdbwd: Relu → ReluBackward');
  });
});
