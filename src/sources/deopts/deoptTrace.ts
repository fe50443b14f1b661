import { lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  stopTracingDeopts,
  traceDeopts,
  traceTo,
  tracingFlag,
  withOptimizationTrace
} from './traceFlags';
import { flagsOfNode } from '../process/nodeInternals';

/** Why deoptimizations cannot be traced here; the message is a full sentence. */
export class DeoptsUnavailableError extends Error {}

/** The trace that all copies of this package in a process share, as V8 fixes the file of each thread. */
interface SharedTrace {
  readonly folder: string;
  users: number;
}

const KEY = Symbol.for('kernelscope.deoptTrace');

/** Bytes of a path that V8 takes. */
const MAX_PATH = 127;

/** Runs of a loop until V8 optimizes it, at most: one was enough on Node 20, 22 and 24. */
const MAX_RUNS = 1000;

export interface TraceFiles {
  /** Of the main thread. */
  readonly main: string;
  /** Of all other threads; each empties it when it first traces. */
  readonly others: string;
}

/** The services that tracing needs. */
export interface DeoptTraceHost {
  readonly exitActions: { add(action: () => void): void };
  readonly threadId: number;
}

/**
 * Turns V8's trace of deoptimizations on while recordings want it. V8 has one set of flags for all threads
 * of the process, and each thread writes to the file that was set when it first traced anything. So the main
 * thread traces something into a file of its own, and then all other threads get another file.
 *
 * The files stay until the process exits: V8 aborts the process if it cannot open them, and writes through a null pointer
 * once `--redirect-code-traces` is taken back.
 */
export class DeoptTrace {
  constructor(private readonly host: DeoptTraceHost) {}

  /** Begins tracing for one more recording; returns where V8 writes. @throws DeoptsUnavailableError */
  begin(): TraceFiles {
    const trace = this.#opened();
    if (trace.users === 0) {
      emptyFiles(trace);
      traceDeopts();
    }
    trace.users++;
    return filesOf(trace);
  }

  /** Ends it for one recording: with the last one, V8 no longer traces. */
  end(): void {
    const trace = sharedTrace();
    if (trace === null || --trace.users > 0) return;
    stopTracingDeopts();
  }

  #opened(): SharedTrace {
    const known = sharedTrace();
    if (known !== null) return known;
    if (this.host.threadId !== 0) {
      throw new DeoptsUnavailableError(
        'V8 traces deoptimizations of the main thread only; start the recording there.'
      );
    }
    const flag = tracingFlag(flagsOfNode());
    if (flag !== undefined) {
      throw new DeoptsUnavailableError(
        `V8's trace is in use; start Node without ${flag.slice(0, 80)}.`
      );
    }
    return this.#open();
  }

  #open(): SharedTrace {
    const trace = { folder: mkdtempSync(path.join(tmpdir(), 'kernelscope-')), users: 0 };
    const { main, others } = filesOf(trace);
    if (Buffer.byteLength(others) > MAX_PATH) {
      rmSync(trace.folder, { recursive: true });
      throw new DeoptsUnavailableError(
        `V8 cannot write to a path as long as ${others.slice(0, 200)}; set TMPDIR to a shorter one.`
      );
    }
    emptyFiles(trace);
    this.host.exitActions.add(() => {
      stopTracingDeopts();
      rmSync(trace.folder, { recursive: true, force: true });
    });
    traceTo(main);
    withOptimizationTrace(() => {
      for (let run = 0; run < MAX_RUNS && statSync(main).size === 0; run++) spin(5000);
    });
    traceTo(others);
    if (statSync(main).size === 0) {
      throw new DeoptsUnavailableError(
        "V8's trace is in use, or did not begin; start the program again without flags that trace."
      );
    }
    Object.defineProperty(process, KEY, { value: trace, configurable: true });
    return trace;
  }
}

function sharedTrace(): SharedTrace | null {
  return ((process as unknown as Record<symbol, unknown>)[KEY] as SharedTrace | undefined) ?? null;
}

function filesOf({ folder }: SharedTrace): TraceFiles {
  return { main: path.join(folder, 'main'), others: path.join(folder, 'others') };
}

/**
 * Only this user may read the files. The folder may be missing if temporary files were cleared away, and someone
 * else may have made one of its name since. @throws DeoptsUnavailableError
 */
function emptyFiles(trace: SharedTrace): void {
  const found = lstatSync(trace.folder, { throwIfNoEntry: false });
  if (!found) mkdirSync(trace.folder, { mode: 0o700 });
  else if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new DeoptsUnavailableError("The folder of V8's trace belongs to another user.");
  }
  const { main, others } = filesOf(trace);
  for (const file of [main, others]) writeFileSync(file, '', { mode: 0o600 });
}

/** A loop for V8 to optimize. */
function spin(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round++) sum = (sum + round) & 1023;
  return sum;
}
