import { existsSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from '../../engine/live/continuousDumpThread';
import type { DumpRequest, Launch } from '../../engine/live/dumpRequest';
import { isParentGone } from '../parentGone';
import { heardFile, interruptFile } from '../runFiles';

/** How often the thread checks whether the program should end, milliseconds. */
const LOOK_MS = 200;

/** Time for a program to receive its signal without help, milliseconds. */
const HEARING_MS = 500;

/** Time for a program to end after its launcher is gone, milliseconds. */
const LAST_MS = 4000;

/** Counts the program's own listeners of signals, in its main thread. */
const COUNT_LISTENERS = `['SIGINT', 'SIGTERM', 'SIGHUP']
  .reduce((sum, signal) => sum + process.listenerCount(signal), 0)`;

/**
 * Ends the JavaScript that the main thread is running, unless the program listens for signals itself:
 * then it hears of the signal.
 */
function interruptMainThread(isHeard: () => boolean): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: COUNT_LISTENERS }, (error, answer) => {
    const listens = error === null && answer.result.value !== 0;
    if (listens || isHeard()) session.disconnect();
    else session.post('Runtime.terminateExecution', () => session.disconnect());
  });
}

/**
 * Has a signal that was sent reach a program that computes without a pause. One that has received it is
 * left alone: it may be saving its profile, which an interrupt would end.
 */
function seeToSignal({ signalsFile }: Launch): void {
  const isHeard = (): boolean => existsSync(heardFile(signalsFile));
  setTimeout(() => {
    if (!isHeard()) interruptMainThread(isHeard);
  }, HEARING_MS);
}

/** Ends a program whose launcher has gone as a terminal does that goes, then for good. */
function hangUp(thread: ContinuousDumpThread, launch: Launch): void {
  const end = (signal: NodeJS.Signals): void => {
    thread.flush();
    process.kill(process.pid, signal);
  };
  end('SIGHUP');
  seeToSignal(launch);
  setTimeout(() => end('SIGKILL'), LAST_MS);
}

/**
 * Runs beside a recorded program: keeps its profile up to date. If a signal should end the program and
 * does not reach it because it computes without a pause, interrupts the computation. If the process
 * that launched it is gone, ends it.
 */
function watch(thread: ContinuousDumpThread, launch: Launch): void {
  let isInterrupted = false;
  const timer = setInterval(() => {
    if (isParentGone(launch.parentPid)) {
      clearInterval(timer);
      hangUp(thread, launch);
    } else if (!isInterrupted && existsSync(interruptFile(launch.signalsFile))) {
      isInterrupted = true;
      seeToSignal(launch);
    }
  }, LOOK_MS);
}

if (parentPort) {
  const request = workerData as DumpRequest;
  const thread = new ContinuousDumpThread({ port: parentPort, request });
  thread.start();
  if (request.launch) watch(thread, request.launch);
}
