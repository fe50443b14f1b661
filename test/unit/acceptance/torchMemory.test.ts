import type * as Tf from '@tensorflow/tfjs';
import { describe, expect, it } from 'vitest';
import { useGradients } from '../../support/gradientRows';
import { BARE, useTestSessions } from '../../support/testSessions';

const test = useTestSessions();

let tf: typeof Tf;

useGradients(loaded => {
  tf = loaded;
});

describe('PyTorch’s cases of memory', () => {
  it('test_memory_profiler: a scope that allocates has bytes, one that gives back fewer than none', async () => {
    const { profile, range } = test();
    const { session } = await profile.run(
      () => {
        const x = tf.ones([10, 10]);
        const y = range('test_user_scope_alloc', () => tf.add(x, x));
        range('test_user_scope_dealloc', () => y.dispose());
      },
      { ...BARE, profileMemory: true }
    );
    const bytes = (name: string) => {
      const [event] = session.functionEvents.filter(each => each.name === name);
      return [event.cpuMemoryUsage, event.selfCpuMemoryUsage];
    };
    expect(bytes('Add')).toEqual([400, 400]);
    expect(bytes('test_user_scope_alloc')).toEqual([400, 0]);
    expect(bytes('test_user_scope_dealloc')).toEqual([-400, -400]);
    expect(session.keyAverages().table()).toMatch(/test_user_scope_dealloc .* -400 B {6}/);
  });

  it('test_memory_profiler: events [memory] are instants, and there only when asked for', async () => {
    const { profile } = test();
    const record = async (profileMemory: boolean) => {
      const run = () => tf.ones([10, 10]).dispose();
      return (await profile.run(run, { ...BARE, profileMemory })).session;
    };
    const session = await record(true);
    const memory = session.functionEvents.filter(({ name }) => name === '[memory]');
    expect(memory.map(({ metadata }) => metadata?.['Bytes'])).toEqual([400, -400]);
    expect(memory.map(({ cpuInterval }) => cpuInterval.elapsedUs())).toEqual([0, 0]);
    expect(session.table()).toContain('CPU Mem');
    const without = await record(false);
    expect(without.functionEvents.map(({ name }) => name)).not.toContain('[memory]');
    expect(without.table()).not.toContain('CPU Mem');
  });
});
