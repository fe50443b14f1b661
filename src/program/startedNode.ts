/**
 * A program that is Node with arguments of its own, such as `node --test`, and ends as that does. What Node starts then
 * is recorded as what any program starts.
 */
import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
for (const signal of SIGNALS) process.on(signal, pass);

child.once('exit', (code, signal) => {
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  for (const each of SIGNALS) process.off(each, pass);
  process.kill(process.pid, signal);
});
