import { expect, test } from 'vitest';
import { createObjects } from '../../../../src/compat/mxnet/createObjects';
import { Profiler } from '../../../../src/index';
import { createEmitNvtx } from '../../../../src/compat/torch/emitNvtx';
import { createProfile } from '../../../../src/compat/torch/profile';
import { createRange } from '../../../../src/engine/annotate/range';
import { createScope } from '../../../../src/engine/annotate/scope';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { BARE } from '../../../support/testSessions';

const host = new RecordingHost();
const profile = createProfile(host);

test('a session, a range, a scope, a task and NVTX ranges end with the block that is using them', () => {
  const range = createRange(host.recorder);
  const scope = createScope(host.hooks.operatorContext);
  const { Domain } = createObjects(host.recorder);
  const emitNvtx = createEmitNvtx({
    recorder: host.recorder,
    start: options => host.startAlone(options),
    calls: host.callSessions,
    addonFolder: () => undefined
  });
  {
    using session = profile(BARE);
    {
      using open = range('range').begin();
      using inside = scope('part');
      using emission = emitNvtx({ enabled: false });
      using task = new Domain('domain').newTask('task');
      task.start();
      range('inside', () => 1);
      expect([inside.name, typeof open, typeof emission]).toEqual(['part:', 'object', 'object']);
      expect(host.hooks.operatorContext.isActive).toBe(true);
    }
    range('after', () => 1);
    expect(host.hooks.operatorContext.isActive).toBe(false);
    expect(session.functionEvents).toBeNull();
  }
  const { slices, labels, strings } = profile.last!.data;
  const names = Array.from(slices.label, label => strings[labels.name[label]]);
  const end = (row: number): number => slices.start[row] + slices.duration[row];
  const [outer, task, inside, after] = ['range', 'task', 'inside', 'after'].map(name =>
    names.indexOf(name)
  );
  expect(end(inside)).toBeLessThanOrEqual(end(task));
  expect(end(task)).toBeLessThanOrEqual(slices.start[after]);
  expect(end(outer)).toBeLessThanOrEqual(slices.start[after]);
});

test('a session is over when the block that awaits its end is', async () => {
  let ended;
  {
    await using session = profile(BARE);
    ended = session;
  }
  expect(ended.finished.name).toBe(ended.name);
});

test('a profiler that was not started ends as well', () => {
  using profiler = new Profiler({ startProfile: false });
  expect(profiler.isStarted).toBe(false);
});
