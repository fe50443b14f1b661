import { createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { baselineOf } from '../../src/vitest/baseline';
import { createProfiled } from '../../src/vitest/profiled';
import { REGRESSION_WORKS } from './regressionWork';

/** Measures one piece of work in this process, and sends what a baseline file would hold of it. */
async function measureWork(kind: string, parts: string): Promise<void> {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const work = REGRESSION_WORKS[Number(kind)];
  const runs = await createProfiled(host)(() => range('work', () => work(Number(parts))), {
    allocations: false
  });
  process.send?.(baselineOf(runs));
  process.disconnect();
}

void measureWork(process.argv[2], process.argv[3]);
