import { runCommandLine } from '../../src/cli/commandLine';

/** What a command wrote and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `kernelscope` with these arguments, within this process, as a pipe would see it. */
export async function runCommand(...args: readonly string[]): Promise<CommandResult> {
  const written = { out: '', err: '' };
  const code = await runCommandLine(args, {
    out: text => void (written.out += text),
    err: text => void (written.err += text)
  });
  return { code, ...written };
}
