import { createContinuous } from '../../../src/engine/continuous/createContinuous';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { serviceStep } from './serviceStep';

/** How long it runs, and which of it is compared: after the first stretch, and at the end; milliseconds. */
const RUN_MS = 60_000;
const STRETCH_MS = 15_000;

/** As often as the option allows. */
const CPU_HZ = 10_000;

const BYTES_PER_MB = 1e6;

/** What a run at a high rate came to. */
export interface MemoryRun {
  readonly samples: number;
  readonly windows: number;
  /** The most resident memory in the second and the last of its stretches, MB. */
  readonly earlyMb: number;
  readonly lateMb: number;
}

async function measure(url: string): Promise<MemoryRun> {
  const profiling = createContinuous(new RecordingHost()).start({
    ...{ push: url, name: 'bench', cpuHz: CPU_HZ, every: '1s' }
  });
  const start = performance.now();
  let [earlyMb, lateMb] = [0, 0];
  for (let ms = 0; ms < RUN_MS; ms = performance.now() - start) {
    await serviceStep();
    const mb = process.memoryUsage.rss() / BYTES_PER_MB;
    if (ms > STRETCH_MS && ms < 2 * STRETCH_MS) earlyMb = Math.max(earlyMb, mb);
    if (ms > RUN_MS - STRETCH_MS) lateMb = Math.max(lateMb, mb);
  }
  const { samples, windows, pushed, lastError } = await profiling.stop();
  if (pushed !== windows) throw new Error(lastError ?? 'A window is missing');
  return { samples, windows, earlyMb, lateMb };
}

void measure(process.argv[2]).then(run => {
  process.send?.(run);
  process.disconnect();
});
