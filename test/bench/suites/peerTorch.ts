import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { recordedRanges } from '../recordedRanges';

/** Answers each line of input with the nanoseconds for one `record_function` while profiling. */
const PROGRAM = `
import sys, time
try:
    from torch.profiler import ProfilerActivity, profile, record_function
except ImportError:
    print('absent', flush=True)
    sys.exit()
print('ready', flush=True)
for line in sys.stdin:
    times = int(line)
    with profile(activities=[ProfilerActivity.CPU]):
        start = time.perf_counter_ns()
        for _ in range(times):
            with record_function('op'):
                pass
        elapsed = time.perf_counter_ns() - start
    print(elapsed / times, flush=True)
`;

const TIMES = 500;
const WARMUP = 3;

interface TorchProcess {
  /** Times the given number of `record_function`s; nanoseconds for one. */
  readonly time: (times: number) => Promise<number>;
  readonly dispose: () => void;
}

/** The Python process, or `null` where there is no torch. */
async function startTorch(): Promise<TorchProcess | null> {
  const python = process.env['KERNELSCOPE_BENCH_PYTHON'] || 'python3';
  const child = spawn(python, ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] });
  const failure = new Promise<string>(resolve => child.on('error', () => resolve('absent')));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await (lines.next() as Promise<{ value?: string }>)).value;
  if ((await Promise.race([nextLine(), failure])) !== 'ready') return null;
  const time = async (times: number): Promise<number> => {
    child.stdin.write(`${times}\n`);
    const line = await nextLine();
    if (line === undefined) throw new Error(`${python} ended while it timed record_function`);
    return Number(line);
  };
  return { time, dispose: () => child.stdin.end() };
}

/** A recorded range against PyTorch's `record_function`, in a Python process beside this one. */
export async function measure(): Promise<readonly Figure[]> {
  const torch = await startTorch();
  if (!torch) return [{ name: 'peer.torch', skipped: 'torch is not installed' }];
  const ofTorch: number[] = [];
  const askTorch = {
    times: TIMES,
    run: async (times: number) => ofTorch.push(await torch.time(times))
  };
  const cases = { floor: floorCase(), range: recordedRanges(20_000), askTorch };
  const times = await interleave(cases, { rounds: 31, warmup: WARMUP });
  torch.dispose();
  const value = median(times.range) / median(ofTorch.slice(WARMUP));
  return [{ name: 'peer.torch', value, floorNs: median(times.floor) }];
}
