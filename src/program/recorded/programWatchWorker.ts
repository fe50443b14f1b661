import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from '../../engine/live/continuousDumpThread';
import type { DumpRequest, Launch } from '../../engine/live/dumpRequest';
import { packageFiles } from '../../native/packageFiles';
import { isParentGone } from '../parentGone';
import { isHeard, noteSignal, notedSignals, receivedFile } from '../passedSignals';

/** How often the thread checks whether the program should end, milliseconds. */
const LOOK_MS = 200;

/** Time for a program to receive its signal without help, milliseconds. */
const PATIENCE_MS = 500;

/** Time for a program to end after its launcher is gone, milliseconds. */
const LAST_MS = 4000;

/** Calls the profiler in the main thread, from where the program does not see it. */
const leaveToSignal = (signal: string): string =>
  `process.getBuiltinModule('module')._cache[${JSON.stringify(packageFiles().registerProgram)}].exports.leaveToSignal('${signal}')`;

/**
 * Ends the program in the midst of the JavaScript that the main thread is running, unless it listens for the signal itself:
 * then it hears of it.
 */
function interruptMainThread(signal: string, hasHeard: () => boolean): void {
  const session = new Session();
  session.connectToMainThread();
  const expression = leaveToSignal(signal);
  session.post('Runtime.evaluate', { expression }, (error, answer) => {
    const isAnswered = error === null && answer.exceptionDetails === undefined;
    if (isAnswered || hasHeard()) session.disconnect();
    // nothing of the profiler can be called there
    else session.post('Runtime.terminateExecution', () => session.disconnect());
    if (isAnswered && answer.result.value === true) process.kill(process.pid, signal);
  });
}

/**
 * Has the signals that the launcher has received reach a program that computes without a pause, those after the first
 * `known`. One that the program has heard is left to it: it may be saving its profile, which an interrupt would end.
 * Returns how many there are.
 */
function seeToSignals({ signalsFile }: Launch, known: number): number {
  const received = notedSignals(receivedFile(signalsFile));
  for (let number = known + 1; number <= received.length; number++) {
    const hasHeard = (): boolean => isHeard(signalsFile, number);
    setTimeout(() => {
      if (!hasHeard()) interruptMainThread(received[number - 1].signal, hasHeard);
    }, PATIENCE_MS);
  }
  return received.length;
}

/** Ends a program whose launcher has gone as a terminal does that goes, then for good. */
function hangUp(thread: ContinuousDumpThread, launch: Launch, known: number): void {
  const end = (signal: NodeJS.Signals): void => {
    thread.flush();
    process.kill(process.pid, signal);
  };
  noteSignal(receivedFile(launch.signalsFile), 'SIGHUP');
  end('SIGHUP');
  seeToSignals(launch, known);
  setTimeout(() => end('SIGKILL'), LAST_MS);
}

/**
 * Runs beside a recorded program: keeps its profile up to date. If a signal should end the program and
 * does not reach it because it computes without a pause, interrupts the computation. If the process
 * that launched it is gone, ends it.
 */
function watch(thread: ContinuousDumpThread, launch: Launch): void {
  let known = 0;
  const timer = setInterval(() => {
    if (isParentGone(launch.parentPid)) {
      clearInterval(timer);
      hangUp(thread, launch, known);
    } else {
      known = seeToSignals(launch, known);
    }
  }, LOOK_MS);
}

if (parentPort) {
  const request = workerData as DumpRequest;
  const thread = new ContinuousDumpThread({ port: parentPort, request });
  thread.start();
  if (request.launch) watch(thread, request.launch);
}
