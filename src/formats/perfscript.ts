import type { ProfileFormat } from './shared/format';
import { NS_PER_S } from '../base/time';
import { FrameKind, type Profile } from '../model/profile/profile';
import { finishTrace } from './shared/imported/finishTrace';
import { type ScriptNames, ImportedFrames } from './shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from './shared/imported/importedTrace';
import { linesOf, textDocument } from './shared/imported/fileStart';
import { TraceImportError } from './shared/imported/importLimits';

/** What `perf script` of Linux prints. */
export const PERF_SCRIPT: ProfileFormat = {
  id: 'perfscript',
  title: trans => trans.__('perf script'),
  mediaType: 'text/plain',
  endings: [],
  read: {
    from: 'bytes',
    name: 'output of perf script',
    recognise: ({ text }) => {
      const lines = (text ?? '').split('\n').filter(line => line !== '' && !line.startsWith('#'));
      const isPerf = PERF_HEAD.test(lines[0] ?? '') && /^\s/.test(lines[1] ?? '');
      return isPerf ? 'certain' : null;
    },
    decode: (bytes, { facts, scripts }) => readPerfScript(bytes, facts, scripts)
  }
};

/** The head of a sample: its command, process and thread, processor, seconds, period and event. */
const PERF_HEAD =
  /^(\S[^\n]{0,64}?) +(\d+)(?:\/(\d+))? +(?:\[\d+\] +)?(\d+\.\d+): +(?:(\d+) +)?([\w.:/-]+?):/;

/** A line of a stack: the address, the function with its offset, and the file that it is in. */
const FRAME = /^\s+[0-9a-f]+ (.*?)(?: \(([^()]*(?:\([^()]*\))?[^()]*)\))?$/;

/** Events whose periods are nanoseconds. */
const CLOCK_EVENTS: readonly string[] = ['cpu-clock', 'task-clock'];

/** Functions of one stack that are read. */
const MAX_DEPTH = 4096;

/** A sample whose stack is being read, innermost function first. */
interface OpenSample {
  readonly row: number;
  readonly time: number;
  readonly weight: number | undefined;
  readonly frames: number[];
}

/**
 * The output of `perf script` as a profile: the samples of each thread with their stacks. Samples of the clock
 * last as long as their periods say, others until the next one of their thread.
 *
 * @throws TraceImportError for a file without samples, or one beyond the limits
 */
export function readPerfScript(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const trace = new ImportedTrace(bytes);
  const reader = new PerfReader(trace, scripts);
  for (const line of linesOf(textDocument(bytes))) reader.take(line);
  reader.end();
  if (trace.samples.length === 0) throw new TraceImportError('it has no samples');
  return finishTrace(trace, options);
}

class PerfReader {
  readonly #frames: ImportedFrames;
  readonly #threads = new Map<string, number>();
  #open: OpenSample | null = null;

  constructor(
    private readonly trace: ImportedTrace,
    scripts: ScriptNames
  ) {
    this.#frames = new ImportedFrames(trace, scripts, FrameKind.native);
  }

  /** Takes the next line. */
  take(line: string): void {
    if (line === '') this.end();
    else if (/^\s/.test(line)) this.#addFrame(line);
    else if (!line.startsWith('#')) this.#begin(line);
  }

  /** Adds the sample that is open. */
  end(): void {
    const { trace } = this;
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    let stack = -1;
    for (const frame of open.frames.reverse()) stack = trace.samples.stackOf(stack, frame);
    trace.see(open.time);
    trace.see(open.time + (open.weight ?? 0));
    trace.samples.add(open.time, stack, open.row, open.weight);
  }

  #begin(line: string): void {
    this.end();
    const match = PERF_HEAD.exec(line);
    if (match === null) {
      this.trace.notes.add('lineless');
      return;
    }
    const [, command, first, second, seconds, period, event] = match;
    const [pid, tid] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
    const isClock = CLOCK_EVENTS.includes(event.split(':', 1)[0]) && period !== undefined;
    this.#open = {
      row: this.#rowOf(command, pid, tid),
      time: Math.round(Number(seconds) * NS_PER_S),
      weight: isClock ? Number(period) : undefined,
      frames: []
    };
  }

  #addFrame(line: string): void {
    const open = this.#open;
    const match = FRAME.exec(line);
    if (open === null || match === null) {
      this.trace.notes.add('lineless');
      return;
    }
    if (open.frames.length >= MAX_DEPTH) return;
    const [, symbol, file = ''] = match;
    const name = symbol.replace(/\+0x[0-9a-f]+$/, '');
    const isUnknown = name === '' || name === '[unknown]';
    const base = file.slice(file.lastIndexOf('/') + 1).replace(/^\[|\]$/g, '');
    const shown = isUnknown && base !== '' && base !== 'unknown' ? `[${base}]` : name;
    open.frames.push(
      this.#frames.row({ name: shown || '[unknown]', file, kind: this.#kindOf(file) })
    );
  }

  /** Code that a virtual machine has compiled is in maps of `perf`, that of the kernel in brackets. */
  #kindOf(file: string): number {
    if (/^\/tmp\/perf-\d+\.map$/.test(file)) return FrameKind.user;
    return /^\[|\.so(\.|$)/.test(file) ? FrameKind.native : FrameKind.user;
  }

  #rowOf(command: string, pid: number, tid: number): number {
    const key = `${pid} ${tid}`;
    const known = this.#threads.get(key);
    if (known !== undefined) return known;
    const parent = this.trace.rows.ofProcess(pid);
    const name = `${command.trim()} ${tid}`;
    const row = this.trace.rows.add({ kind: 'thread', parent, name, pid, tid });
    this.#threads.set(key, row);
    return row;
  }
}
