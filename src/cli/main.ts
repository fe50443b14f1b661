import { isColorSupported } from 'picocolors';
import { runCommandLine } from './commandLine';

/** Runs the command line of this process, on its terminal; resolves when it is done. */
export async function main(): Promise<void> {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosed);
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    out: text => stdout.write(text),
    err: text => stderr.write(text),
    columns: stderr.isTTY ? stderr.columns : null,
    hasColors: stdout.isTTY && isColorSupported
  });
}

/** Whoever reads no more of a pipe, as `head` does, has what it wants. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
