import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PyroscopeReceiver } from '../../support/pyroscopeReceiver';
import type { ContinuousCosts } from '../continuous/continuousCost';
import type { MemoryRun } from '../continuous/continuousMemory';
import { CPU_HZ, type PushingName, WINDOW_MS } from '../continuous/continuousPeers';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { PEER_PACKAGES, scratchPackage } from '../peers/scratchPackages';
import { printTable } from '../printTable';
import { extraPercent } from '../stepCost';
import type { FigureName } from '../targets';

interface MeasuredProfiler {
  readonly title: string;
  readonly main: FigureName;
  readonly process: FigureName;
  /** The folder of the package; absent where there is none. */
  readonly folder?: string;
  readonly missing?: string;
}

const NAMES: readonly PushingName[] = ['kernelscope', 'pyroscope', 'datadog'];

function profilers(): Readonly<Record<PushingName, MeasuredProfiler>> {
  return {
    kernelscope: {
      title: 'profile.continuous',
      ...{ main: 'continuous.main', process: 'continuous.process' }
    },
    pyroscope: {
      ...{ title: PEER_PACKAGES.pyroscope, ...scratchPackage('pyroscope') },
      ...{ main: 'continuous.pyroscopeMain', process: 'continuous.pyroscopeProcess' }
    },
    datadog: {
      ...{ title: PEER_PACKAGES.datadog, ...scratchPackage('datadog') },
      ...{ main: 'continuous.datadogMain', process: 'continuous.datadogProcess' }
    }
  };
}

/** Runs a program of the benchmark in a process of its own. Returns the message that it sends. */
async function answerOf<T>(program: string, args: readonly string[]): Promise<T> {
  const child = fork(join(__dirname, `${program}.js`), [...args], { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}`);
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [T];
  await ended.catch(() => undefined);
  return answer;
}

/**
 * Measures the cost of continuous profiling in a busy service, beside other profilers at the same rate and with the
 * same windows, and whether its memory grows. Prints a table of each.
 */
export async function measure(): Promise<readonly Figure[]> {
  const all = profilers();
  if (!existsSync('/proc/self/task')) return skipAll(all, 'the system has no /proc');
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const receiver = await PyroscopeReceiver.start((response, { body }) => {
    receiver.pushes.length = 0;
    response.end(String(body.length));
  });
  try {
    const costs: Figure[] = [];
    const rows: string[][] = [];
    for (const name of NAMES) {
      const { figures, row } = await costOf(name, all[name], { url: receiver.url, floorNs });
      costs.push(...figures);
      rows.push(row);
    }
    const heading = `${CPU_HZ} Hz in windows of ${WINDOW_MS} ms, CPU time above none, %`;
    printTable(heading, ['main thread', 'process', 'profiler'], rows);
    const run = await answerOf<MemoryRun>('continuousMemory', [receiver.url]);
    return [...costs, { name: 'continuous.growth', value: grownMb(run), floorNs }];
  } finally {
    await receiver.stop();
  }
}

/** The figures of one profiler, and its row of the table. */
async function costOf(
  name: PushingName,
  { missing, title, folder = '', ...figures }: MeasuredProfiler,
  { url, floorNs }: { readonly url: string; readonly floorNs: number }
): Promise<{ readonly figures: readonly Figure[]; readonly row: string[] }> {
  const names = [figures.main, figures.process];
  if (missing !== undefined) {
    const row = ['', '', `${title} skipped: ${missing}`];
    return { figures: names.map(each => ({ name: each, skipped: missing })), row };
  }
  const args = [name, url, folder];
  const { none, profiled } = await answerOf<ContinuousCosts>('continuousCost', args);
  const values = (['mainNs', 'processNs'] as const).map(kind => extraPercent(profiled, none, kind));
  return {
    figures: names.map((each, at) => ({ name: each, value: values[at], floorNs })),
    row: [...values.map(value => value.toFixed(2)), title]
  };
}

function grownMb({ samples, windows, seconds, middleMb, lastMb }: MemoryRun): number {
  printTable(
    'Resident memory in use after full collections, at 10,000 Hz, medians of the second and the last third',
    ['samples', 'windows', 'seconds', 'MB', 'MB at last', ''],
    [[samples, windows, seconds.toFixed(0), middleMb.toFixed(1), lastMb.toFixed(1), ''].map(String)]
  );
  return Math.max(0, lastMb - middleMb);
}

function skipAll(all: Readonly<Record<PushingName, MeasuredProfiler>>, skipped: string): Figure[] {
  const names = Object.values(all).flatMap(({ main, process }) => [main, process]);
  return [...names, 'continuous.growth' as const].map(name => ({ name, skipped }));
}
