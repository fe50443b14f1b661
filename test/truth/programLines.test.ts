import type { FinishedProfile } from 'kernelscope';
import { describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { recordedProgram } from './recordedProgram';
import { useFolder } from '../support/folders';

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

const folder = useFolder();

/** Totals of the lines of a program as shares of those of its first lines, which are the callee. */
function shares(profile: FinishedProfile, name: string): Map<number, number> {
  const lines = profile.lines(name);
  const spunNs = lines
    .filter(({ line }) => line < 4)
    .reduce((sum, { totalNs }) => sum + (totalNs ?? 0), 0);
  return new Map(lines.map(({ line, totalNs }) => [line, (totalNs ?? 0) / spunNs]));
}

describe('a program under kernelscope run has the totals of its lines', () => {
  const endings: readonly (readonly [name: string, ending: string])[] = [
    ['ended.cjs', ''],
    ['module.mjs', ''],
    ['exited.cjs', 'process.exit(0);'],
    ['listened.cjs', "process.on('exit', () => spun(1)); process.exit(3);"],
    ['failed.cjs', "throw new Error('planted');"],
    ['later.cjs', 'setTimeout(() => process.exit(), 10);']
  ];

  test.each(sampleOf(endings, 4))('%s', SAMPLED, async (name, ending) => {
    const got = shares(await recordedProgram(folder, name, `${PROGRAM}${ending}\n`), name);
    for (const [line, share] of Object.entries(SHARES)) {
      expect(got.get(Number(line)) ?? 0, `line ${line}`).toBeGreaterThan(share - 0.1);
      expect(got.get(Number(line)) ?? 0, `line ${line}`).toBeLessThan(share + 0.1);
    }
  });
});
