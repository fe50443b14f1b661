/**
 * A program that is Node with arguments of its own, such as `node --test`, and ends as that does. What Node starts then
 * is recorded as what any program starts.
 */
import { spawn } from 'node:child_process';
import { furtherDescriptors, takeForkChannel } from './passedOn';
import { PASSED_SIGNALS } from './passedSignals';

const { argv, argv0, env, execPath } = process;
const channel = takeForkChannel();
const child = spawn(execPath, argv.slice(2), {
  argv0,
  env: { ...env, ...channel?.environment },
  stdio: ['inherit', 'inherit', 'inherit', ...furtherDescriptors(channel)]
});
// Its other end hears of the program's end only if the program alone has this one.
if (channel !== null) process.disconnect();

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
