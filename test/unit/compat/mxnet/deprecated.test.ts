import { describe, expect, it, vi } from 'vitest';
import { createProfiler } from '../../../../src/compat/mxnet/profiler';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

describe('the deprecated names', () => {
  it('work, and warn once each with the name that replaces them', () => {
    const { profiler, warnings, range, file } = test();
    profiler.profilerSetConfig({ mode: 'all', filename: file('a.json') });
    profiler.profilerSetConfig({ filename: file('a.json') });
    profiler.setConfig({ filename: file('a.json'), continuousDump: false, profileMemory: false });
    profiler.profilerSetState('run');
    range('work', () => undefined);
    profiler.profilerSetState();
    expect(profiler.state).toBe('stop');
    expect(profiler.dumpProfile()).toMatchObject([{ path: file('a.json') }]);
    profiler.dumpProfile();
    expect(slicesIn(file('a.json'))).toEqual(['work']);
    expect(warnings).toEqual([
      'DeprecationWarning: profiler.profilerSetConfig() is deprecated. Please use profiler.setConfig() instead',
      'DeprecationWarning: profiler.profilerSetState() is deprecated. Please use profiler.setState() instead',
      'DeprecationWarning: profiler.dumpProfile() is deprecated. Please use profiler.dump() instead'
    ]);
  });

  it.each(['symbolic', 'imperative', 'memory', 'api', 'all'] as const)('takes %s as a mode', mode =>
    expect(() => test().profiler.profilerSetConfig({ mode })).not.toThrow()
  );

  it('warns through the process when nobody else is to hear', () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    createProfiler(new RecordingHost()).profilerSetState('stop');
    expect(emit).toHaveBeenCalledWith(
      'profiler.profilerSetState() is deprecated. Please use profiler.setState() instead',
      'DeprecationWarning'
    );
    emit.mockRestore();
  });
});
