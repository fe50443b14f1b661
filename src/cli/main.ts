import { isColorSupported } from 'picocolors';
import { runCommandLine } from './commandLine';

const { stdout, stderr } = process;

void runCommandLine(process.argv.slice(2), {
  out: text => stdout.write(text),
  err: text => stderr.write(text),
  columns: stderr.isTTY ? stderr.columns : null,
  hasColors: stdout.isTTY && isColorSupported
}).then(exitCode => {
  process.exitCode = exitCode;
});
