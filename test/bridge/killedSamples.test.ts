import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FinishedProfile, loadProfile } from 'kernelscope';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useFolder } from '../support/folders';
import { sampleOf } from '../support/tiers';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** For how long it computes once it has said so, without a pause, before it is killed, milliseconds. */
const LASTS_MS = 4000;

/** What is lost at most, nanoseconds: a second, and what a busy machine adds to it. */
const LOSS_NS = 2.5e9;

/** It computes for a second, waits, and then computes without an end. */
const PROGRAM = `
const { fork } = require('node:child_process');
const { writeSync } = require('node:fs');
const { isMainThread, Worker } = require('node:worker_threads');
const [, , role] = process.argv;
function compute(ms) {
  let sum = 0;
  for (const until = performance.now() + ms; performance.now() < until;) sum += Math.sqrt(sum + 1);
  return sum;
}
async function begin() {
  compute(1000);
  await new Promise(resolve => setTimeout(resolve, 50));
  compute(200);
}
function goOn() {
  writeSync(1, process.pid + ' ' + process.hrtime.bigint() + '\\n');
  for (;;) compute(100);
}
if (role === 'child') fork(__filename, ['itself']);
else if (role === 'thread' && isMainThread) new Worker(__filename, { argv: [role] });
else begin().then(goOn);
`;
const CALL_OF_GO_ON = 1 + PROGRAM.split('\n').findIndex(line => line.includes('compute(100)'));
const LOOP = 1 + PROGRAM.split('\n').findIndex(line => line.includes('Math.sqrt'));
const FIRST_CALL = 1 + PROGRAM.split('\n').findIndex(line => line.includes('compute(1000)'));

const folder = useFolder();

beforeAll(() => {
  writeFileSync(path.join(folder, 'program.cjs'), PROGRAM);
});

type Profile = FinishedProfile['data'];

interface KilledRun {
  readonly profile: Profile;
  /** The clock when it was killed, nanoseconds. */
  readonly killedNs: bigint;
}

async function killed(role: string): Promise<KilledRun> {
  const file = path.join(folder, `${role}.kscope`);
  const child = spawn(NODE, [COMMAND, 'run', '-q', '-o', file, 'program.cjs', role], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit']
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  const closed = new Promise(resolve => child.on('close', resolve));
  await vi.waitUntil(() => out.includes('\n'), { timeout: 60_000 });
  await sleep(LASTS_MS);
  const killedNs = process.hrtime.bigint();
  process.kill(Number(out.split(' ')[0]), 'SIGKILL');
  await closed;
  return { profile: loadProfile(file).data, killedNs };
}

/** The total times of lines of the program, nanoseconds. */
function totalsByLine({ lineTotals, strings }: Profile): ReadonlyMap<number, number> {
  const rows = [...lineTotals.line.keys()].filter(
    row => strings[lineTotals.file[row]] === 'program.cjs'
  );
  return new Map(rows.map(row => [lineTotals.line[row], lineTotals.total[row]]));
}

describe.skipIf(process.platform !== 'linux')('a program that is killed as it computes', () => {
  test.each(sampleOf(['itself', 'child', 'thread'], 3))(
    'keeps its samples to the last second, with their lines: %s',
    async role => {
      const { profile, killedNs } = await killed(role);
      const { samples, meta, frames, stacks, strings } = profile;
      const isOfProgram = (stack: number): boolean =>
        stack >= 0 &&
        (strings[frames.file[stacks.frame[stack]]] === 'program.cjs' ||
          isOfProgram(stacks.prefix[stack]));
      const last = Math.max(
        ...[...samples.stack.keys()].filter(row => isOfProgram(samples.stack[row]))
      );
      const lastNs = BigInt(meta.originNs) + BigInt(Math.round(samples.time[last]));
      expect(Number(killedNs - lastNs)).toBeLessThan(LOSS_NS);
      const totals = totalsByLine(profile);
      const [first, later, loop] = [FIRST_CALL, CALL_OF_GO_ON, LOOP].map(
        line => totals.get(line) ?? 0
      );
      // both calls have no more in their totals than the loop that they share
      expect(Math.min(first, later)).toBeGreaterThan(0);
      expect(later).toBeGreaterThan(first / 2);
      expect(first + later).toBeLessThan(loop * 1.05);
      expect(first + later).toBeGreaterThan(loop * 0.6);
    }
  );
});
