import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { startCost } from '../startCost';

const COMMAND = join(__dirname, '..', '..', 'src', 'bin', 'kernelscope.cjs');

const ROUNDS = 7;

const NAMES = ['start.help', 'start.run', 'start.memory', 'start.import'] as const;

const HELLO = "console.log('hello');\n";

/** Runs for long enough to have all threads that the profiler starts beside a program. */
const WAITING = 'setTimeout(() => undefined, 1200);\n';

/**
 * Processor time that starting the command line or importing the package adds to plain Node, and that of recording a
 * program that waits ÷ the same without its memory.
 */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/stat')) {
    return NAMES.map(name => ({ name, skipped: 'the system has no /proc' }));
  }
  // Below the repository, where programs find the package by its name.
  const folder = mkdtempSync(join(__dirname, 'starts-'));
  try {
    return await measureIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureIn(folder: string): Promise<readonly Figure[]> {
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const hello = written('hello.js', HELLO);
  const waiting = written('waiting.js', WAITING);
  const starts = {
    plain: [hello],
    help: [COMMAND, '--help'],
    run: [COMMAND, 'run', hello],
    waiting: [COMMAND, 'run', '-q', waiting],
    withoutMemory: [COMMAND, 'run', '-q', '--no-memory', waiting],
    plainModule: [written('hello.mjs', HELLO)],
    importing: [written('importing.mjs', `import 'kernelscope';\n${HELLO}`)]
  };
  const { floor } = await interleave({ floor: floorCase() });
  const rounds = Array.from({ length: ROUNDS }, () => roundOf(starts));
  const added = (name: keyof typeof starts, plain: keyof typeof starts): number =>
    median(rounds.map(round => round[name] - round[plain])) * 1e6;
  const floorNs = median(floor);
  const ofMemory = median(rounds.map(({ waiting: all, withoutMemory }) => all / withoutMemory));
  return [
    millisecondFigure('start.help', added('help', 'plain'), floorNs),
    millisecondFigure('start.run', added('run', 'plain'), floorNs),
    { name: 'start.memory', value: ofMemory, floorNs },
    millisecondFigure('start.import', added('importing', 'plainModule'), floorNs)
  ];
}

/** One measurement of each start, in turn. */
function roundOf<Name extends string>(
  starts: Readonly<Record<Name, readonly string[]>>
): Readonly<Record<Name, number>> {
  const names = Object.keys(starts) as Name[];
  const costs = names.map(name => [name, startCost(starts[name])]);
  return Object.fromEntries(costs) as Record<Name, number>;
}
