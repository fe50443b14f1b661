import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { ProfileStatus } from '../../model/profile';
import { beginRepetition } from '../beginRepetition';
import { keepUpToDate } from '../continuousDump/keepUpToDate';
import { exportProfile } from '../exportProfile';
import type { Recording } from '../recording';
import type { RecordingHost } from '../recordingHost';
import { heardFile, listensFile } from './runFiles';
import type { RunRequest } from './runRequest';

/** Script of the thread beside the program, in the compiled package. */
const WATCH_FILE = join(__dirname, 'programWatchWorker.js');

/** Time from one state of the file to the next, milliseconds. */
const PERIOD_MS = 1000;

/** Signals that end a program which does not listen for them. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Records this program from now to its end and leaves the profile in `request.file`. Of a program that
 * is killed, the file has what had ended up to a second before. Nothing of it holds the program open,
 * and what fails is told on stderr.
 */
export function recordProgram(host: RecordingHost, request: RunRequest): void {
  const { options, file, repetition } = request;
  const recording = host.start(options);
  const endRepetition =
    repetition > 0 ? beginRepetition(host.recorder, repetition) : () => undefined;
  const upToDate = keepUpToDate(host, recording, {
    file,
    periodMs: PERIOD_MS,
    status: 'recovered',
    workerFile: WATCH_FILE,
    completedBy: 'the end of the program',
    warn: report
  });
  let isSaved = false;
  const save = (status: ProfileStatus): void => {
    if (isSaved) return;
    isSaved = true;
    endRepetition();
    upToDate.stop();
    write(recording, status, file);
  };
  process.on('exit', code => save(code === 0 ? 'complete' : 'error'));
  const onSignal = {
    heard: () => tryTo(() => appendFileSync(heardFile(file), '!')),
    end: () => save('interrupted')
  };
  for (const signal of SIGNALS) endOn(signal, onSignal);
  noteListeners(file);
}

function write(recording: Recording, status: ProfileStatus, file: string): void {
  try {
    exportProfile(recording.stop(status).data, [], file);
  } catch (error) {
    report(`there is no whole profile: ${messageOf(error)}`);
  }
}

/** What is to happen on a signal. */
interface OnSignal {
  /** At once. */
  readonly heard: () => void;
  /** Before it ends the program. */
  readonly end: () => void;
}

/** Heeds a signal; it still ends a program that does not listen for it itself. */
function endOn(signal: NodeJS.Signals, { heard, end }: OnSignal): void {
  const listener = (): void => {
    heard();
    if (process.listenerCount(signal) > 1) return;
    end();
    process.off(signal, listener);
    process.kill(process.pid, signal);
  };
  process.on(signal, listener);
}

/** Has the thread beside it know of a program that listens for signals itself. */
function noteListeners(file: string): void {
  const onListener = (event: string | symbol): void => {
    if (!SIGNALS.some(signal => signal === event)) return;
    process.off('newListener', onListener);
    tryTo(() => writeFileSync(listensFile(file), ''));
  };
  process.on('newListener', onListener);
}

/** A program is not to fail over what its profiler cannot do. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch (error) {
    report(messageOf(error));
  }
}

function report(text: string): void {
  process.stderr.write(`kernelscope: ${text}\n`);
}
