import { describe, expect, it, vi } from 'vitest';
import { commandHandler } from '../../../../src/compat/mxnet/commandHandler';
import { configOfRank } from '../../../../src/compat/mxnet/attachedProfilers';
import { readConfig } from '../../../../src/compat/mxnet/config';

const FILES = [{ path: 'rank0_profile.json', sizeBytes: 3, losses: [] }];

function fakeProfiler() {
  return {
    setConfig: vi.fn(),
    setState: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    dump: vi.fn(() => FILES)
  };
}

describe('commandHandler', () => {
  it('lets the profiler of this process do what a command says', () => {
    const profiler = fakeProfiler();
    const perform = commandHandler(profiler);
    expect(perform({ command: 'setState', state: 'run' })).toEqual([]);
    expect(perform({ command: 'pause' })).toEqual([]);
    expect(perform({ command: 'resume' })).toEqual([]);
    expect(perform({ command: 'dump', finished: false })).toBe(FILES);
    expect(profiler.setState).toHaveBeenCalledWith('run');
    expect(profiler.pause).toHaveBeenCalledTimes(1);
    expect(profiler.resume).toHaveBeenCalledTimes(1);
    expect(profiler.dump).toHaveBeenCalledWith({ finished: false });
  });

  it('configures this process, never those attached to it', () => {
    const profiler = fakeProfiler();
    const config = readConfig({ profileProcess: 'server', filename: 'a.json' });
    commandHandler(profiler)({ command: 'setConfig', config });
    expect(profiler.setConfig).toHaveBeenCalledWith({ ...config, profileProcess: 'worker' });
  });
});

describe('configOfRank', () => {
  it('puts the rank before the names of files and keeps their folders', () => {
    const config = configOfRank(readConfig({ filename: '/out/deep/profile.json.gz' }), 12);
    expect(config.filename).toBe('/out/deep/rank12_profile.json.gz');
    const prefix = `${process.cwd()}/rank12_gpu_memory_profile`;
    expect(config.gpuMemoryProfileFilenamePrefix).toBe(prefix);
    expect(config.profileProcess).toBe('worker');
  });
});
