import { runCommandLine } from '../../src/cli/commandLine';

/** What the program tells of a command. */
export interface MeasuredCommand {
  readonly exitCode: number;
  /** Characters that it wrote as its result. */
  readonly written: number;
  /** The most memory that the process has had, bytes. */
  readonly peakBytes: number;
}

/** Runs the command that the parent gave, and tells what it took. */
async function measureCommand(args: readonly string[]): Promise<MeasuredCommand> {
  let written = 0;
  const exitCode = await runCommandLine(args, {
    out: text => void (written += text.length),
    err: text => void process.stderr.write(text)
  });
  return { exitCode, written, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

void measureCommand(process.argv.slice(2)).then(measured => {
  process.send?.(measured);
  process.disconnect();
});
