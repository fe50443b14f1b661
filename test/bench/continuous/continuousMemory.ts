import { createContinuous } from '../../../src/engine/continuous/createContinuous';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { median } from '../harness';
import { serviceStep } from './serviceStep';

/** The number of samples after which it ends, and the time after which it gives up, milliseconds. */
const SAMPLES = 1_000_000;
const LONGEST_MS = 480_000;

/** The time between two looks at the memory, milliseconds. */
const LOOK_MS = 1000;

/** As often as the option allows. */
const CPU_HZ = 10_000;

const BYTES_PER_MB = 1e6;

/** The result of a run at a high rate. */
export interface MemoryRun {
  readonly samples: number;
  readonly windows: number;
  readonly seconds: number;
  /** Resident memory in use after full collections, MB: the medians of the second and of the last third. */
  readonly middleMb: number;
  readonly lastMb: number;
}

declare const gc: () => void;

/** Without what V8 keeps for its heap and does not use: that grows with the work, in steps of many MB. */
function residentMb(): number {
  gc();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  return (rss - heapTotal + heapUsed) / BYTES_PER_MB;
}

async function measure(url: string): Promise<MemoryRun> {
  const profiling = createContinuous(new RecordingHost()).start({
    ...{ push: url, name: 'bench', cpuHz: CPU_HZ, every: '1s' }
  });
  const start = performance.now();
  const looksMb: number[] = [];
  while (profiling.stats.samples < SAMPLES) {
    const lookMs = performance.now() + LOOK_MS;
    while (performance.now() < lookMs) await serviceStep();
    looksMb.push(residentMb());
    if (lookMs - start > LONGEST_MS) throw new Error(`${SAMPLES} samples take too long here`);
  }
  const seconds = (performance.now() - start) / 1000;
  const { samples, windows, pushed, lastError } = await profiling.stop();
  if (pushed !== windows) throw new Error(lastError ?? 'A window is missing');
  const third = Math.floor(looksMb.length / 3);
  const middleMb = median(looksMb.slice(third, 2 * third));
  return { samples, windows, seconds, middleMb, lastMb: median(looksMb.slice(2 * third)) };
}

void measure(process.argv[2]).then(run => {
  process.send?.(run);
  process.disconnect();
});
