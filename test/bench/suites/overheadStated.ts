import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { taskTime } from '../../../src/sources/process/taskTimes';
import type { Figure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const ROUNDS = 21;

/** Rounds before the measured ones. */
const WARMUP = 2;

const TURNS = 5e8;

/** CPU times, nanoseconds. */
interface CpuTimes {
  readonly thread: number;
  readonly process: number;
}

/**
 * By how many percent the stated overhead is off, of the recorded thread and of the process, against what
 * a loop uses less when it is not recorded.
 */
export async function measure(): Promise<readonly Figure[]> {
  if (process.platform !== 'linux') {
    const skipped = 'the CPU times of threads are read from /proc';
    return [
      { name: 'overhead.thread', skipped },
      { name: 'overhead.process', skipped }
    ];
  }
  const host = new RecordingHost();
  const removed: CpuTimes[] = [];
  const stated: CpuTimes[] = [];
  const pair = async (): Promise<void> => {
    const bare = used(compute);
    const recording = host.start();
    const recorded = used(compute);
    const { meta } = (await recording.finish()).data;
    removed.push({
      thread: recorded.thread - bare.thread,
      process: recorded.process - bare.process
    });
    const helpers = meta.helperCpuNs ?? 0;
    stated.push({ thread: meta.overheadNs, process: meta.overheadNs + helpers });
  };
  const times = await interleave(
    { floor: floorCase(), pair: { times: 1, run: pair } },
    { rounds: ROUNDS, warmup: WARMUP }
  );
  const floorNs = median(times.floor);
  const error = (of: keyof CpuTimes): number => {
    const [said, was] = [stated, removed].map(each =>
      median(each.slice(WARMUP).map(({ [of]: ns }) => ns))
    );
    return Math.abs(said / was - 1) * 100;
  };
  return [
    { name: 'overhead.thread', value: error('thread'), floorNs },
    { name: 'overhead.process', value: error('process'), floorNs }
  ];
}

function compute(): void {
  for (let turn = 0; turn < TURNS; turn++) sink.value += Math.sqrt(turn);
}

/** The CPU time that `run` takes, of the main thread and of the process. */
function used(run: () => void): CpuTimes {
  const before = cpuTimes();
  run();
  const after = cpuTimes();
  return { thread: after.thread - before.thread, process: after.process - before.process };
}

function cpuTimes(): CpuTimes {
  const { user, system } = process.cpuUsage();
  const thread = taskTime(process.pid)?.cpuNs ?? NaN;
  return { thread, process: (user + system) * 1000 };
}
