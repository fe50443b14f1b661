import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedFile } from '../../../../src/engine/results/atomicWrite';
import {
  NoAttachedProcessError,
  type ProcessCommand
} from '../../../../src/compat/mxnet/processCommand';
import { useTestProfiler } from '../../../support/testProfiler';

const SAVED: readonly SavedFile[] = [{ path: 'rank0_a.json', sizeBytes: 3, losses: [] }];

const processes = {
  size: 1,
  asked: [] as ProcessCommand[],
  request(command: ProcessCommand): Promise<readonly SavedFile[]> {
    this.asked.push(command);
    return Promise.resolve(command.command === 'dump' ? SAVED : []);
  }
};

const test = useTestProfiler({ processes });

beforeEach(() => {
  processes.size = 1;
  processes.asked.length = 0;
});

describe("calls with { profileProcess: 'server' }", () => {
  const profileProcess = 'server' as const;

  it('are for the attached processes, in order, and leave this one as it is', async () => {
    const { profiler } = test();
    await profiler.setConfig({ filename: 'a.json', profileAll: true, profileProcess });
    await profiler.setState('run', { profileProcess });
    await profiler.pause({ profileProcess });
    await profiler.resume({ profileProcess });
    expect(await profiler.dump({ finished: false, profileProcess })).toEqual(SAVED);
    await profiler.setState(undefined, { profileProcess });
    expect(processes.asked).toMatchObject([
      { command: 'setConfig', config: { filename: 'a.json', profileAll: true, dumpPeriod: 1 } },
      { command: 'setState', state: 'run' },
      { command: 'pause' },
      { command: 'resume' },
      { command: 'dump', finished: false },
      { command: 'setState', state: 'stop' }
    ]);
    expect(profiler.state).toBe('stop');
    expect(() => profiler.dump()).toThrow("Profiler hasn't been run");
  });

  it('throw at once when none is attached any more', () => {
    processes.size = 0;
    expect(() => test().profiler.dump({ profileProcess })).toThrow(NoAttachedProcessError);
  });

  it('do not concern them when they are for this process', () => {
    const { profiler } = test();
    profiler.setConfig({ continuousDump: false, profileMemory: false, profileProcess: 'worker' });
    profiler.setState('run', { profileProcess: 'worker' });
    profiler.pause({ profileProcess: 'worker' });
    profiler.setState('stop', {});
    expect(processes.asked).toEqual([]);
  });
});
