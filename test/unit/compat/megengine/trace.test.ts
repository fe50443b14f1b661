import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Tf from '@tensorflow/tfjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { type TraceFunction, createTrace } from '../../../../src/compat/megengine/trace';
import {
  TraceError,
  TraceMismatchError,
  TraceProfileError
} from '../../../../src/compat/megengine/traceErrors';
import type { MgeProfiling } from '../../../../src/compat/megengine/mgeProfiling';
import { createCustomOperator } from '../../../../src/engine/annotate/customOperator';
import type { Recording } from '../../../../src/engine/recording/recording';
import type { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { BARE } from '../../../support/testSessions';
import { useGradients } from '../../../support/gradientRows';
import { runCommand } from '../../../support/runCommand';

let tf: typeof Tf;
let host: RecordingHost;
let trace: TraceFunction;

useGradients(loaded => {
  tf = loaded;
});

beforeEach(() => {
  host = new RecordingHost();
  trace = createTrace(host, () => new RecordingHost());
});

const dense = (x: Tf.Tensor2D, w: Tf.Tensor2D) => tf.tidy(() => tf.relu(tf.matMul(x, w)));

describe('getProfile', () => {
  test('test_trace_profiler: has the profiler and the graph after runs, symbolic or not', () => {
    const [x, w] = [tf.ones<Tf.Rank.R2>([2, 3]), tf.ones<Tf.Rank.R2>([3, 4])];
    for (const symbolic of [false, true]) {
      const traced = trace(dense, { symbolic, profiling: true });
      traced(x, w);
      expect(traced(x, w).dataSync()).toEqual(new Float32Array(8).fill(3));
      const result = traced.getProfile();
      expect(Object.keys(result)).toEqual(['profiler', 'graph_exec']);
      expect(Object.keys(result.profiler).sort()).toEqual(keysOf('profiler'));
      expect(Object.keys(result.graph_exec).sort()).toEqual(keysOf('graph_exec'));
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
  });

  test('tells the shapes, memory and computation of real operators, by their variables', () => {
    const traced = trace(dense, { profiling: true });
    traced(tf.ones([2, 3]), tf.ones([3, 4]));
    const { graph_exec: graph, profiler } = traced.getProfile();
    const [product, activation] = graph.comp_seq.map(id => graph.operator[id]);
    expect([product.type, activation.type]).toEqual(['BatchMatMul', 'Relu']);
    expect(activation.input).toEqual(product.output);
    expect(profiler.opr_footprint[product.id]).toEqual({
      param: {},
      in_shapes: [
        [2, 3],
        [3, 4]
      ],
      out_shapes: [[2, 4]],
      memory: (6 + 12 + 8) * 4,
      computation: 2 * 2 * 3 * 4
    });
    const [times] = Object.values(profiler.device[product.id]);
    expect(times.end).toBeGreaterThan(times.start);
    expect(Object.keys(profiler.host)).toEqual(graph.comp_seq);
    expect(graph.var[product.input[0]].mem_plan?.layout.dtype).toBe('Float32');
  });

  test('tells one variable of a tensor that two operators read', () => {
    const twice = (x: Tf.Tensor) => tf.tidy(() => tf.add(tf.square(x), tf.neg(x)));
    const traced = trace(twice, { profiling: true });
    traced(tf.ones([2]));
    const { graph_exec: graph } = traced.getProfile();
    const byType = new Map(Object.values(graph.operator).map(each => [each.type, each]));
    expect(byType.get('Neg')?.input).toEqual(byType.get('Square')?.input);
    const made = [byType.get('Square')?.output[0], byType.get('Neg')?.output[0]];
    expect(byType.get('Add')?.input).toEqual(made);
  });

  test('throws before a call, after one that failed, and where it was not asked for', () => {
    const failing = trace(
      () => {
        throw new RangeError('mine');
      },
      { profiling: true }
    );
    expect(() => failing.getProfile()).toThrow(TraceProfileError);
    expect(() => failing()).toThrow('mine');
    expect(() => failing.getProfile()).toThrow('until a call of it is over');
    const plain = trace(dense);
    plain(tf.ones([1, 1]), tf.ones([1, 1]));
    expect(() => plain.getProfile()).toThrow('dense has no profile: trace it with');
  });

  test('is a file that kernelscope analyze reads', async () => {
    const traced = trace(dense, { profiling: true });
    traced(tf.ones([2, 3]), tf.ones([3, 4]));
    const file = join(tmpdir(), `kernelscope-trace-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(traced.getProfile(), null, 2));
    const { code, out } = await runCommand('analyze', file, '--input-dtype', 'Float32');
    rmSync(file);
    expect(code).toBe(0);
    expect(out).toContain('BatchMatMul');
    expect(out).toContain('104.00');
    expect(out).toContain('{3,4}');
  });
});

/** Fields of a part of the file that MegEngine wrote, sorted. */
function keysOf(part: keyof MgeProfiling): string[] {
  const file = new URL('../../../golden/mge/profiling.json', import.meta.url);
  const golden = JSON.parse(readFileSync(file, 'utf8')) as MgeProfiling;
  return Object.keys(golden[part]).sort();
}

describe('a symbolic trace', () => {
  const steps = (order: readonly ('square' | 'neg')[], x: Tf.Tensor) =>
    tf.tidy(() => order.reduce((value, step) => tf[step](value), x));

  test('names the operator where a later call differs, and by what', () => {
    const traced = trace(steps, { symbolic: true });
    const x = tf.ones([2, 3]);
    traced(['square', 'neg'], x);
    expect(traced(['square', 'neg'], x).shape).toEqual([2, 3]);
    const differing = () => traced(['square', 'square'], x);
    expect(differing).toThrow(TraceMismatchError);
    expect(differing).toThrow(
      'runs as operator 1 Square of float32[2, 3], which was Neg of float32[2, 3]'
    );
    expect(() => traced(['square', 'neg'], tf.ones([4]))).toThrow(
      'operator 0 Square of float32[4], which was Square of float32[2, 3]'
    );
    expect(() => traced(['square'], x)).toThrow('ended before operator 1');
    expect(() => traced(['square', 'neg', 'neg'], x)).toThrow('runs operator 2, Neg');
    expect(traced(['square', 'neg'], x).shape).toEqual([2, 3]);
  });

  test('is not fixed by a call that throws, and passes on what calls throw', () => {
    let calls = 0;
    const traced = trace(
      () => {
        tf.ones([2]).square();
        if (calls++ === 0) throw new RangeError('first');
        return tf.ones([2]).neg();
      },
      { symbolic: true }
    );
    expect(() => traced()).toThrow('first');
    expect(traced().shape).toEqual([2]);
    expect(traced().shape).toEqual([2]);
    expect(host.recorder.enabled).toBe(false);
  });

  test('rejects in place of the promise of a call that differs', async () => {
    const later = async (count: number) => {
      await Promise.resolve();
      for (let at = 0; at < count; at++) tf.square(tf.ones([2]));
      return count;
    };
    const traced = trace(later, { symbolic: true, profiling: true });
    expect(await traced(2)).toBe(2);
    await expect(traced(1)).rejects.toThrow(TraceMismatchError);
    const running = traced(2);
    expect(() => traced(2)).toThrow(TraceError);
    expect(await running).toBe(2);
    expect(traced.getProfile().graph_exec.comp_seq.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a trace amid other recordings', () => {
  const typesOf = (traced: { getProfile(): MgeProfiling }) =>
    Object.values(traced.getProfile().graph_exec.operator).map(({ type }) => type);
  const namesIn = ({ data: { slices, labels, strings } }: RecordedProfile) =>
    Array.from(slices.label, label => strings[labels.name[label]]);

  test('has its operators in a pause, and its graph stays the same', () => {
    const [x, w] = [tf.ones<Tf.Rank.R2>([2, 3]), tf.ones<Tf.Rank.R2>([3, 4])];
    const traced = trace(dense, { symbolic: true, profiling: true });
    traced(x, w);
    const types = typesOf(traced);
    expect(types).toContain('Relu');
    const open = host.start(BARE);
    host.recorder.pause();
    traced(x, w);
    expect(typesOf(traced)).toEqual(types);
    host.recorder.resume();
    traced(x, w);
    expect(typesOf(traced)).toEqual(types);
    expect(namesIn(open.stop()).filter(name => name === 'Relu')).toHaveLength(1);
  });

  test('leaves no operator in a recording without operators', () => {
    const traced = trace(dense, { profiling: true });
    const open = host.start({ ...BARE, operators: false, graphOperators: false });
    traced(tf.ones<Tf.Rank.R2>([2, 3]), tf.ones<Tf.Rank.R2>([3, 4]));
    expect(namesIn(open.stop())).toEqual([]);
    expect(typesOf(traced)).toContain('Relu');
  });

  test('has instrumented functions and custom operators, once each, as others have them', async () => {
    const target = { own: (n: number) => n + 1, later: () => Promise.resolve(2) };
    createInstrument(host.hooks)(target);
    const custom = createCustomOperator(host.hooks)('custom', () => tf.square(tf.ones([2])));
    const traced = trace(
      async () => {
        custom();
        return target.own(await target.later());
      },
      { profiling: true }
    );
    const open = host.start(BARE);
    expect(await traced()).toBe(3);
    const names = namesIn(open.stop());
    expect(names).toEqual(['custom', 'custom::write', 'custom::Square', 'later', 'own']);
    expect(typesOf(traced)).toEqual(['custom', 'write', 'Square', 'later', 'own']);
    expect(await traced()).toBe(3);
    expect(typesOf(traced).filter(each => each === 'own')).toHaveLength(1);
  });

  test('of a call that outlasts a recording begun inside it leaves TensorFlow.js as it was', async () => {
    const methods = Object.getPrototypeOf(tf.engine()) as object;
    const before = Object.getOwnPropertyDescriptors(methods);
    let inner: Recording | null = null;
    const traced = trace(
      async () => {
        tf.square(tf.ones([2]));
        inner = host.start(BARE);
        await Promise.resolve();
        return tf.neg(tf.ones([2]));
      },
      { profiling: true }
    );
    for (let call = 0; call < 2; call++) {
      await traced();
      tf.abs(tf.ones([2]));
      expect(typesOf(traced).filter(type => type === 'Square')).toHaveLength(1);
      expect(typesOf(traced).filter(type => type === 'Neg')).toHaveLength(1);
      expect(typesOf(traced)).not.toContain('Abs');
      (inner as Recording | null)?.stop();
    }
    trace(() => 1, { profiling: true })();
    expect(Object.getOwnPropertyDescriptors(methods)).toEqual(before);
  });
});

describe('trace', () => {
  test('records nothing unless it is asked for anything', () => {
    const isRecording = () => host.hooks.twin?.recorder.enabled ?? false;
    expect(trace(isRecording)()).toBe(false);
    expect(trace(isRecording, { profiling: true })()).toBe(true);
    expect(isRecording()).toBe(false);
  });

  test('decorates methods, which keep their names and get getProfile', () => {
    class Model {
      step(x: Tf.Tensor): Tf.Tensor {
        return tf.square(x);
      }
    }
    const property = Object.getOwnPropertyDescriptor(Model.prototype, 'step')!;
    const decorated = (trace({ profiling: true }) as (...given: unknown[]) => unknown)(
      Model.prototype,
      'step',
      property
    ) as PropertyDescriptor;
    Object.defineProperty(Model.prototype, 'step', decorated);
    new Model().step(tf.ones([2]));
    const method = decorated.value as { getProfile(): MgeProfiling };
    expect((decorated.value as { name: string }).name).toBe('step');
    expect(method.getProfile().graph_exec.comp_seq.length).toBeGreaterThan(0);
  });

  test('reads the profile of a decorated method, whose type does not have it', () => {
    const model = { step: (x: Tf.Tensor) => tf.square(x), other: () => 1 };
    const method = Object.getOwnPropertyDescriptor(model, 'step')!;
    const decorate = trace({ profiling: true }) as (...given: unknown[]) => PropertyDescriptor;
    Object.defineProperty(model, 'step', decorate(model, 'step', method));
    model.step(tf.ones([2]));
    const { graph_exec: graph } = trace.getProfile(model.step);
    expect(graph.comp_seq.length).toBeGreaterThan(0);
    expect(trace.get_profile(model.step)).toEqual(trace.getProfile(model.step));
    expect(() => trace.getProfile(model.other)).toThrow('The function other is not traced');
  });

  test('takes the function after its options as well, as a decorator of Python does', () => {
    const traced = trace({ profiling: true })(dense);
    expect(traced.name).toBe('dense');
    traced(tf.ones([2, 2]), tf.ones([2, 2]));
    expect(traced.get_profile().graph_exec.comp_seq.length).toBeGreaterThan(0);
  });

  test('names what it does not take', () => {
    const wrong = trace as unknown as (...given: unknown[]) => unknown;
    expect(() => wrong(dense, { symbolik: true })).toThrow('symbolik');
    expect(() => wrong(dense, { symbolic: 1 })).toThrow('symbolic');
    expect(() => wrong('text', {})).toThrow('trace takes a function, not text');
  });
});
