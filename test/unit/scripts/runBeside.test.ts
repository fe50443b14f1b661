import { describe, expect, it, vi } from 'vitest';
import { runBeside } from '../../../scripts/steps/command.mjs';

const program = (code: string) => [process.execPath, '-e', code];

/** Runs a program beside the test; its exit code and what was shown of it. */
const run = (code: string, options: Options = {}) => runCommand(program(code), options);

interface Options {
  readonly limitMs?: number;
  readonly shown?: (output: string) => string;
}

async function runCommand(
  command: string[],
  { limitMs = 20_000, ...more }: Options
): Promise<{ exitCode: number; shown: string }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const exitCode = await runBeside({ name: 'run-beside-test', command, limitMs, ...more });
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

  it('says why a program does not start, and waits for nothing then', async () => {
    const timers = () => process.getActiveResourcesInfo().filter(each => each === 'Timeout');
    const before = timers();
    const { exitCode, shown } = await runCommand(['no-such-program'], { limitMs: 3_600_000 });
    expect(exitCode).not.toBe(0);
    expect(shown).toMatch(/no-such-program.*ENOENT/);
    expect(timers()).toEqual(before);
  });
});
