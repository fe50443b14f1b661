/**
 * A program that is Node with arguments of its own, such as `node --test`, and ends as that does. What Node starts then
 * is recorded as what any program starts.
 */
import { spawn } from 'node:child_process';
import { PASSED_SIGNALS } from './passedSignals';

const { argv, argv0, execPath } = process;
const child = spawn(execPath, argv.slice(2), { argv0, stdio: 'inherit' });

const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
for (const signal of PASSED_SIGNALS) process.on(signal, pass);

child.once('exit', (code, signal) => {
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  for (const each of PASSED_SIGNALS) process.off(each, pass);
  process.kill(process.pid, signal);
});
