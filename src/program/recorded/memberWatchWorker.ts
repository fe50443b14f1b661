import { existsSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from '../../engine/live/continuousDumpThread';
import type { DumpRequest } from '../../engine/live/dumpRequest';
import {
  END_OF_RUN,
  END_SYMBOL,
  SAVING_MS,
  isSaving,
  isSettled,
  memberBeside,
  noteAnswered,
  readAsks
} from '../../engine/members/launched/memberFiles';
import { NS_PER_MS } from '../../base/time';
import { monotonicClock } from '../../base/clock';

/** How often the thread checks whether its process should save, milliseconds. */
const LOOK_MS = 20;

/**
 * The number of looks until the main thread must have begun to save, which it cannot do in native code: half a second in
 * which this thread could run, and so that one as well.
 */
const BEGINNING_LOOKS = 25;

/** A signal that the process was asked to end by, on its way to the main thread. */
interface AskedSignal {
  readonly signal: NodeJS.Signals;
  readonly askedNs: bigint;
  /** The number of looks since at whether the main thread has saved. */
  looks: number;
  /** True when the main thread goes on recording, as the program listens for the signal. */
  isKept: boolean;
}

/** Has the main thread end its recording, whatever it is doing; nothing else is interrupted. */
function endRecording(signal: string, taken: () => void): void {
  const session = new Session();
  session.connectToMainThread();
  const call = `process[Symbol.for('${END_SYMBOL}')]?.(${JSON.stringify(signal)})`;
  session.post('Runtime.evaluate', { expression: call }, () => {
    taken();
    session.disconnect();
  });
}

/**
 * Runs beside a recorded process: has it save on request, and stop when its recording is over. A signal
 * that it was asked by is sent as soon as the main thread has saved, listens for it, or cannot do either:
 * from here, as Node has the main thread wait for inspectors before it sends itself a signal.
 */
class MemberWatch {
  readonly #folder: string;
  readonly #member: { readonly key: string };
  readonly #timer: NodeJS.Timeout;
  #waiting: readonly AskedSignal[] = [];
  /** The number of asks that it has seen. */
  #known = 0;

  constructor(file: string) {
    this.#folder = dirname(file);
    this.#member = memberBeside(file);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  #look(): void {
    const asks = readAsks(this.#folder, this.#member, this.#known);
    this.#known += asks.length;
    if (asks.length > 0) this.#take(asks);
    else if (!existsSync(this.#folder)) this.#end();
    if (this.#waiting.length > 0 && this.#isReady()) this.#sendAll();
  }

  #take(asks: readonly string[]): void {
    const signals = asks.filter(how => how !== END_OF_RUN) as NodeJS.Signals[];
    if (signals.length === 0) endRecording('', () => undefined);
    // Nobody listens for the strongest, after which the others do not matter.
    if (signals.includes('SIGKILL')) this.#ask('SIGKILL');
    else for (const signal of signals) this.#ask(signal);
  }

  #ask(signal: NodeJS.Signals): void {
    const asked = { signal, askedNs: monotonicClock(), looks: 0, isKept: false };
    this.#waiting = [...this.#waiting, asked];
    endRecording(signal, () => {
      asked.isKept = true;
    });
  }

  #isReady(): boolean {
    if (isSettled(this.#folder, this.#member)) return true;
    return this.#waiting.some(({ isKept }) => isKept) || this.#isLate();
  }

  #isLate(): boolean {
    const [asked] = this.#waiting;
    asked.looks++;
    if (!isSaving(this.#folder, this.#member)) return asked.looks > BEGINNING_LOOKS;
    return Number(monotonicClock() - asked.askedNs) / NS_PER_MS > SAVING_MS;
  }

  /** The recording is over, and nobody wants it. */
  #end(): void {
    clearInterval(this.#timer);
    this.#sendAll();
    endRecording('', () => undefined);
  }

  #sendAll(): void {
    noteAnswered(this.#folder, this.#member, this.#known);
    for (const { signal } of this.#waiting) process.kill(process.pid, signal);
    this.#waiting = [];
  }
}

if (parentPort) {
  const request = workerData as DumpRequest;
  new ContinuousDumpThread({ port: parentPort, request }).start();
  new MemberWatch(request.file);
}
