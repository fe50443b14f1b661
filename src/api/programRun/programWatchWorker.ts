import { existsSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from '../continuousDump/continuousDumpThread';
import type { DumpRequest } from '../continuousDump/dumpRequest';
import { interruptFile, listensFile } from './runFiles';

/** How often the thread looks whether the program is to end, milliseconds. */
const LOOK_MS = 200;

/** Time that a program has to hear of its signal by itself, milliseconds. */
const HEARING_MS = 500;

/** Ends the JavaScript that the main thread is running: then it hears of the signal. */
function interruptMainThread(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution', () => session.disconnect());
}

/**
 * Beside a recorded program: keeps its profile up to date and, where a signal is to end the program and
 * does not reach it because it computes without a pause, interrupts what it computes.
 */
function watch(file: string): void {
  const timer = setInterval(() => {
    if (!existsSync(interruptFile(file))) return;
    clearInterval(timer);
    if (!existsSync(listensFile(file))) setTimeout(interruptMainThread, HEARING_MS);
  }, LOOK_MS);
}

if (parentPort) {
  const request = workerData as DumpRequest;
  new ContinuousDumpThread({ port: parentPort, request }).start();
  watch(request.file);
}
