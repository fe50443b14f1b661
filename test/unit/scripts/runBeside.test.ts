import { describe, expect, it, vi } from 'vitest';
import { runBeside } from '../../../scripts/steps/command.mjs';

const program = (code: string) => [process.execPath, '-e', code];

/** Runs a program beside the test; its exit code and what was shown of it. */
async function run(
  code: string,
  { limitMs = 20_000, ...more }: { limitMs?: number; shown?: (output: string) => string } = {}
): Promise<{ exitCode: number; shown: string }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const named = { name: 'run-beside-test', command: program(code) };
  const exitCode = await runBeside({ ...named, limitMs, ...more });
  const shown = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return { exitCode, shown };
}

describe('runBeside', () => {
  it('shows all output of a program at once, when it has ended', async () => {
    const { exitCode, shown } = await run('console.log(1); console.error(2); process.exitCode = 3');
    expect(exitCode).toBe(3);
    expect(shown).toMatch(/• run-beside-test \(\d+\.\d s\)\n1\n2\n$/);
  });

  it('shows what is made of its output', async () => {
    const { shown } = await run('console.log("long")', { shown: output => `${output.length}` });
    expect(shown).toMatch(/ s\)\n5$/);
  });

  it('ends a program that takes too long, as failed', async () => {
    const { exitCode, shown } = await run('setInterval(() => {}, 1000)', { limitMs: 500 });
    expect(exitCode).not.toBe(0);
    expect(shown).toContain('• run-beside-test');
  });
});
