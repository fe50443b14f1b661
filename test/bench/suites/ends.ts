import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const COMMAND = join(__dirname, '..', '..', 'src', 'bin', 'kernelscope.cjs');

const ROUNDS = 5;

/** Children of a program, one after another. */
const CHILDREN = 3;

/** Computes and waits in turn, and says what CPU time passes until the listeners of its end hear of it, microseconds. */
const CHILD = `
const work = n => { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(i % 1000); return sum; };
const nested = depth => (depth === 0 ? work(20000) : nested(depth - 1) + 1);
const busy = ms => { for (const until = Date.now() + ms; Date.now() < until;) nested(20); };
(async () => {
  for (let round = 0; round < 5; round++) {
    busy(100);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  const before = process.cpuUsage();
  process.on('exit', () => {
    const { user, system } = process.cpuUsage(before);
    require('node:fs').writeSync(1, user + system + '\\n');
  });
})();
`;

const PARENT = `
const { spawnSync } = require('node:child_process');
for (let child = 0; child < ${CHILDREN}; child++) spawnSync(process.execPath, [process.argv[2]], { stdio: 'inherit' });
`;

/** CPU time that a recorded child process takes at its end beyond a bare one. */
export async function measure(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-ends-'));
  try {
    const [parent, child] = [join(folder, 'parent.cjs'), join(folder, 'child.cjs')];
    writeFileSync(parent, PARENT);
    writeFileSync(child, CHILD);
    const { floor } = await interleave({ floor: floorCase() });
    const run = [COMMAND, 'run', '-q', '-o', join(folder, 'saved.kscope'), '--'];
    const rounds = Array.from({ length: ROUNDS }, () => {
      return endNs([...run, parent, child]) - endNs([parent, child]);
    });
    return [millisecondFigure('end.child', median(rounds), median(floor))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The median of the children of one program. @throws Error if it fails */
function endNs(args: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const told = stdout.trim().split('\n').map(Number);
  if (status !== 0 || told.length !== CHILDREN) throw new Error(`${args.join(' ')}: ${stderr}`);
  return median(told) * 1000;
}
