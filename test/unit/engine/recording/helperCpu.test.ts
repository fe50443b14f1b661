import { expect, test } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { knownTasks } from '../../../../src/sources/process/knownTasks';
import { TaskUse, taskTimes } from '../../../../src/sources/process/taskTimes';

const COMPUTED_MS = 400;

test.runIf(process.platform === 'linux')(
  'the CPU time of all helper threads is stated, from recording to recording',
  async () => {
    const host = new RecordingHost();
    for (let round = 0; round < 2; round++) {
      const recording = host.start();
      const use = new TaskUse(taskTimes());
      const untilMs = performance.now() + COMPUTED_MS;
      while (performance.now() < untilMs);
      const usedNs = use.of(knownTasks.helpersAmong(taskTimes()));
      const { meta } = (await recording.finish()).data;
      expect(usedNs).toBeGreaterThan(0);
      expect(meta.helperCpuNs! / usedNs).toBeGreaterThan(0.8);
      expect(meta.helperCpuNs! / usedNs).toBeLessThan(1.5);
    }
  }
);
