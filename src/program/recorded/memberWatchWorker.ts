import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from '../../engine/live/continuousDumpThread';
import type { DumpRequest } from '../../engine/live/dumpRequest';
import { askFileBeside, END_SYMBOL } from '../../engine/members/launched/memberFiles';

/** How often the thread checks whether its process should save, milliseconds. */
const LOOK_MS = 50;

/** Has the main thread end its recording, whatever it is doing; nothing else is interrupted. */
function endRecording(signal: string): void {
  const session = new Session();
  session.connectToMainThread();
  const call = `process[Symbol.for('${END_SYMBOL}')]?.(${JSON.stringify(signal)})`;
  session.post('Runtime.evaluate', { expression: call }, () => session.disconnect());
}

/** Runs beside a recorded process: has it save on request, and stop when its recording is over. */
function watch(file: string): void {
  const askFile = askFileBeside(file);
  const timer = setInterval(() => {
    if (existsSync(askFile)) {
      const signal = readFileSync(askFile, 'utf8');
      rmSync(askFile, { force: true });
      endRecording(signal);
    } else if (!existsSync(dirname(file))) {
      clearInterval(timer);
      endRecording('');
    }
  }, LOOK_MS);
}

if (parentPort) {
  const request = workerData as DumpRequest;
  new ContinuousDumpThread({ port: parentPort, request }).start();
  watch(request.file);
}
