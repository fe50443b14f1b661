import { aggregate } from '../../../src/analysis/statistics/aggregate';
import type { RecordingOptions } from '../../../src/engine/arguments/recordingOptions';
import { createRange } from '../../../src/engine/annotate/range';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import type { SizeCost } from './sizeCost';
import { sink } from '../harness';
import { peakMemory } from './peakMemory';

/** Slices of every recording that grows in another respect than their number. */
const SLICES = 1_000_000;

/** Slices that ring mode keeps. */
const RING = 1_000_000;

/** Options for recording annotations alone: no samplers, no helper threads. */
const BARE = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };

const US_PER_MS = 1000;

/** Records `size` of what grows. */
export interface GrowthCase {
  readonly options?: Partial<RecordingOptions>;
  record(host: RecordingHost, size: number): void;
}

function ranges(host: RecordingHost, size: number): void {
  const range = createRange(host.recorder);
  for (let at = 0; at < size; at++) range('op', () => sink.value++);
}

function labels(host: RecordingHost, size: number): void {
  const range = createRange(host.recorder);
  const names = Array.from({ length: size }, (_, at) => `op ${at}`);
  for (let at = 0; at < SLICES; at++) range(names[at % size], () => sink.value++);
}

function depth(host: RecordingHost, size: number): void {
  const { recorder } = host;
  const label = recorder.label('op', 'range');
  const tokens = new Array<ReturnType<typeof recorder.begin>>(size);
  for (let at = 0; at < SLICES; at += size) {
    for (let level = 0; level < size; level++) tokens[level] = recorder.begin(label);
    for (let level = size - 1; level >= 0; level--) recorder.end(tokens[level]);
  }
}

const CASES: Readonly<Record<string, GrowthCase>> = {
  ranges: { record: ranges },
  ring: { record: ranges, options: { limit: { mode: 'keepLast', slices: RING } } },
  labels: { record: labels },
  depth: { record: depth }
};

/** Records, builds the profile and its statistics, and tells what that cost. */
async function measureCost(name: string, size: number): Promise<SizeCost> {
  const host = new RecordingHost();
  const one = CASES[name];
  const [cpuBefore, memoryBefore] = [process.cpuUsage(), process.memoryUsage.rss()];
  const recording = host.start({ ...BARE, ...one.options });
  one.record(host, size);
  const { data } = await recording.finish();
  if (aggregate(data).length === 0) throw new Error(`Nothing was recorded of ${name}`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { size, cpuMs: (user + system) / US_PER_MS, bytes: peakMemory() - memoryBefore };
}

void measureCost(process.argv[2], Number(process.argv[3])).then(cost => {
  process.send?.(cost);
  process.disconnect();
});
