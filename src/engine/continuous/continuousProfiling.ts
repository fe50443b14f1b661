import type { Profiler } from 'node:inspector';
import { gzip, gzipSync } from 'node:zlib';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { firstLineOf } from '../../base/errors';
import type { CpuAttachment } from '../../sources/v8/cpu/cpuAttachment';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import type { ProcessFacts } from '../recording/processFacts';
import { ContinuousProfilingError } from './continuousErrors';
import type { ContinuousSettings } from './continuousOptions';
import { HttpPusher, type PushCounts, PushQueue } from './pushQueue';
import type { PushedWindow, PushProtocol } from './pushProtocol';
import { PUSH_PROTOCOLS } from './pushProtocols';
import { WindowReader } from './windowProfile';
import { RANK_OPTION, rankOption } from '../recording/rank';

/** Counts of continuous profiling so far. */
export interface ContinuousStats extends PushCounts {
  /** Windows that ended. One with no sample in it is not pushed. */
  readonly windows: number;
  /** CPU samples of all windows, those of an idle thread among them. */
  readonly samples: number;
}

/** Continuous profiling under way. */
export interface ContinuousProfiling {
  /** The counts so far. */
  readonly stats: ContinuousStats;
  /**
   * Ends it: pushes the last window, and what waits in one try each, for `timeout` at most. Returns the final
   * `stats`; a second call returns the same. Never rejects.
   */
  stop(): Promise<ContinuousStats>;
}

/** The process that is profiled. */
export interface ContinuousHost {
  readonly cpuAttachment: CpuAttachment;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

/** The last wait where the process ends by itself, milliseconds. */
const EXIT_MS = 1000;

const MICROSECONDS = 1e6;
/** A window is small: a fraction of zlib's usual memory does as well for it, and is set up faster. */
const FAST = { level: 1, windowBits: 13, memLevel: 6 };

/** Up to this size, compressing takes less time than handing it to another thread. */
const IN_PLACE_BYTES = 16_384;

/** Samples without an end, and pushes each window of samples to a server. */
export class ContinuousProfiler implements ContinuousProfiling {
  readonly #queue: PushQueue;
  readonly #pusher: HttpPusher;
  readonly #protocol: PushProtocol;
  readonly #reader: WindowReader;
  #timer: NodeJS.Timeout | null = null;
  #ended: Promise<ContinuousStats> | null = null;
  #counts = { windows: 0, samples: 0 };
  #fault: string | null = null;
  /** Windows that are being compressed. */
  readonly #compressing = new Set<Promise<void>>();
  readonly #onExit = (): void => void this.#end(EXIT_MS);

  constructor(
    private readonly host: ContinuousHost,
    private readonly settings: ContinuousSettings,
    private readonly facts: ProcessFacts,
    environment: Readonly<Record<string, string | undefined>> = process.env
  ) {
    const { push: target, name, headers, queue: limit, timeout } = settings;
    const labels = continuousLabels({ ...facts, environment }, settings.labels);
    const service = { target, name, labels, headers, runtime: facts.runtime };
    const protocol = PUSH_PROTOCOLS[settings.protocol](service);
    this.#protocol = protocol;
    const { mapper, folder } = host;
    this.#reader = new WindowReader({ ...facts, name, mapper, folder });
    this.#pusher = new HttpPusher(timeout, protocol);
    this.#queue = new PushQueue({
      push: window => this.#pusher.push(protocol.request(window)),
      server: target.shown,
      limit,
      random: Math.random
    });
  }

  /** Begins to sample. @throws ContinuousProfilingError where V8 does not */
  start(): this {
    const intervalUs = Math.round(MICROSECONDS / this.settings.cpuHz);
    const take = (profile: Profiler.Profile, sampledUs: number): void =>
      this.#take(profile, sampledUs);
    try {
      this.host.cpuAttachment.beginBackground({ intervalUs, take });
    } catch (cause) {
      const text = `profile.continuous cannot sample this thread: ${firstLineOf(cause)}`;
      throw new ContinuousProfilingError(text, { cause });
    }
    this.#timer = setInterval(() => intrinsics.own(() => this.#cut()), this.settings.every).unref();
    process.on('beforeExit', this.#onExit);
    return this;
  }

  /** True once it was stopped, or the process was about to end. */
  get isOver(): boolean {
    return this.#ended !== null;
  }

  get stats(): ContinuousStats {
    const state = this.#queue.state;
    return { ...this.#counts, ...state, lastError: state.lastError ?? this.#fault };
  }

  stop(): Promise<ContinuousStats> {
    return this.#end(this.settings.timeout);
  }

  #end(limitMs: number): Promise<ContinuousStats> {
    this.#ended ??= intrinsics.own(() => this.#endOnce(limitMs));
    return this.#ended;
  }

  async #endOnce(limitMs: number): Promise<ContinuousStats> {
    if (this.#timer) clearInterval(this.#timer);
    process.off('beforeExit', this.#onExit);
    this.#guard(() => this.host.cpuAttachment.endBackground());
    this.#pusher.hold();
    const limit = setTimeout(() => {
      this.#queue.dropWaiting();
      this.#pusher.dispose();
    }, limitMs);
    await Promise.all(this.#compressing);
    await this.#queue.flush();
    clearTimeout(limit);
    this.#pusher.dispose();
    return this.stats;
  }

  #cut(): void {
    this.#guard(() => this.host.cpuAttachment.cutBackground());
  }

  #take(recorded: Profiler.Profile, sampledUs: number): void {
    this.#guard(() => {
      const endedAtMs = this.facts.wallClockMs();
      const window = this.#reader.read(recorded, endedAtMs);
      const { samples, meta } = window.profile;
      this.#counts.windows++;
      this.#counts.samples += samples.length;
      if (samples.length === 0) return;
      const sampleRate = Math.round(MICROSECONDS / sampledUs);
      const times = { startedAtMs: meta.startedAtMs, endedAtMs, sampleRate };
      this.#compress(this.#protocol.encode(window), times);
    });
  }

  #compress(encoded: Uint8Array, times: Omit<PushedWindow, 'body'>): void {
    const done = gzipped(encoded).then(
      body => this.#queue.add({ body, ...times }),
      (error: unknown) => this.#note(error)
    );
    this.#compressing.add(done);
    void done.then(() => this.#compressing.delete(done));
  }

  /** Keeps what goes wrong here away from the program. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#note(error);
    }
  }

  #note(error: unknown): void {
    this.#fault = `A window was lost: ${firstLineOf(error)}.`;
  }
}

function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (bytes.length <= IN_PLACE_BYTES) {
      resolve(gzipSync(bytes, FAST));
      return;
    }
    gzip(bytes, FAST, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** The facts that labels are made of. */
interface LabelFacts {
  readonly host: string;
  readonly pid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Jupyter's variable with the path of the notebook of a kernel, which some servers set to something else. */
const NOTEBOOK_VARIABLE = 'JPY_SESSION_NAME';

const NOTEBOOK = /(?<name>[^\\/]+)\.ipynb$/;

/** Characters that the server would take for the end of a value. */
const REFUSED_IN_VALUE = /[,{}\p{Cc}]/gu;

/**
 * The labels of all profiles of this process: `host`, `pid`, and, where they are known, `rank` and `notebook`;
 * then those that were given, `null` for none of that name.
 */
export function continuousLabels(
  { host, pid, environment }: LabelFacts,
  given: ReadonlyMap<string, string | null>
): ReadonlyMap<string, string> {
  const notebook = NOTEBOOK.exec(environment[NOTEBOOK_VARIABLE] ?? '')?.groups?.['name'];
  const known: Readonly<Record<string, string | undefined>> = {
    host,
    pid: String(pid),
    rank: rankOption(environment)[RANK_OPTION],
    notebook
  };
  const labels = new Map<string, string>();
  for (const [name, value] of Object.entries(known)) {
    const text = value?.replace(REFUSED_IN_VALUE, '_').trim() ?? '';
    if (text !== '') labels.set(name, text);
  }
  for (const [name, value] of given) {
    if (value === null) labels.delete(name);
    else labels.set(name, value);
  }
  return labels;
}
