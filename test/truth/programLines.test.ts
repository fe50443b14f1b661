import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Lines of the program that call, from 4 on, and their shares of the CPU time of all three. */
const PROGRAM = `const spun = ms => { const before = process.cpuUsage(); let value = 0;
  for (;;) { for (let i = 0; i < 2000; i++) value += Math.sqrt(i);
    const { user, system } = process.cpuUsage(before); if (user + system > ms * 1000) return value; } };
spun(60);
const half = spun(120);
function nested() { return spun(60); }
nested();
`;
const SHARES: Readonly<Record<number, number>> = { 4: 0.25, 5: 0.5, 6: 0.25, 7: 0.25 };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-truth-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program under the profiler on the Node under test; its profile. */
async function recorded(name: string, text: string) {
  const [file, saved] = [name, `${name}.kscope`].map(each => path.join(folder, each));
  writeFileSync(file, text);
  const node = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
  const args = [COMMAND, 'run', '-q', '-o', saved, file];
  const child = spawn(node, args, { cwd: folder, stdio: 'ignore' });
  await once(child, 'close');
  return loadProfile(saved);
}

/** Totals of the lines of a program as shares of those of its first lines, which are the callee. */
function shares(profile: Awaited<ReturnType<typeof recorded>>, name: string): Map<number, number> {
  const lines = profile.lines(name);
  const spunNs = lines
    .filter(({ line }) => line < 4)
    .reduce((sum, { totalNs }) => sum + (totalNs ?? 0), 0);
  return new Map(lines.map(({ line, totalNs }) => [line, (totalNs ?? 0) / spunNs]));
}

describe('a program under kernelscope run has the totals of its lines', () => {
  test.each([
    ['ended.cjs', ''],
    ['exited.cjs', 'process.exit(0);'],
    ['failed.cjs', "throw new Error('planted');"],
    ['listened.cjs', "process.on('exit', () => spun(1)); process.exit(3);"],
    ['module.mjs', ''],
    ['later.cjs', 'setTimeout(() => process.exit(), 10);']
  ])('%s', { retry: 3 }, async (name, ending) => {
    const got = shares(await recorded(name, `${PROGRAM}${ending}\n`), name);
    for (const [line, share] of Object.entries(SHARES)) {
      expect(got.get(Number(line)) ?? 0, `line ${line}`).toBeGreaterThan(share - 0.1);
      expect(got.get(Number(line)) ?? 0, `line ${line}`).toBeLessThan(share + 0.1);
    }
  });
});
