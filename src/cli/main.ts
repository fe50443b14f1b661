import { isColorSupported } from 'picocolors';
import { runCommandLine } from './commandLine';

/** Runs the command line of this process, on its terminal; resolves when it is done. */
export async function main(): Promise<void> {
  const { stdout, stderr } = process;
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    out: text => stdout.write(text),
    err: text => stderr.write(text),
    columns: stderr.isTTY ? stderr.columns : null,
    hasColors: stdout.isTTY && isColorSupported
  });
}
