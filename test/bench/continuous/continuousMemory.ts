import { createContinuous } from '../../../src/engine/continuous/createContinuous';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { serviceStep } from './serviceStep';

/** How long it runs, and how long until its memory is looked at for the first time, milliseconds. */
const RUN_MS = 60_000;
const FIRST_MS = 15_000;

/** As often as the option allows. */
const CPU_HZ = 10_000;

const BYTES_PER_MB = 1e6;

/** The result of a run at a high rate. */
export interface MemoryRun {
  readonly samples: number;
  readonly windows: number;
  /** Resident memory in use after a full collection, the first time and at the end, MB. */
  readonly earlyMb: number;
  readonly lateMb: number;
}

declare const gc: () => void;

/** Without what V8 keeps for its heap and does not use: that grows with the work, in steps of many MB. */
function residentMb(): number {
  gc();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  return (rss - heapTotal + heapUsed) / BYTES_PER_MB;
}

async function workUntil(endMs: number): Promise<void> {
  while (performance.now() < endMs) await serviceStep();
}

async function measure(url: string): Promise<MemoryRun> {
  const profiling = createContinuous(new RecordingHost()).start({
    ...{ push: url, name: 'bench', cpuHz: CPU_HZ, every: '1s' }
  });
  const start = performance.now();
  await workUntil(start + FIRST_MS);
  const earlyMb = residentMb();
  await workUntil(start + RUN_MS);
  const lateMb = residentMb();
  const { samples, windows, pushed, lastError } = await profiling.stop();
  if (pushed !== windows) throw new Error(lastError ?? 'A window is missing');
  return { samples, windows, earlyMb, lateMb };
}

void measure(process.argv[2]).then(run => {
  process.send?.(run);
  process.disconnect();
});
