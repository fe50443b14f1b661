import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/errors';
import { loadBinary } from '../../../native/loadBinary';
import { packageFiles } from '../../../native/packageFiles';

/** A line on a stack, below the lines that led to it. */
export interface CallSiteNode {
  /** The function, or a state of V8's own. */
  readonly name: string;
  /** The script as V8 names it; '' for V8's own states and machine code. */
  readonly scriptName: string;
  /** One-based line of the script; 0 if there is none. */
  readonly lineNumber: number;
  /**
   * One-based column at which the function containing its `children` begins, not its own; 0 or absent
   * if unknown.
   */
  readonly columnNumber?: number;
  /** Samples whose innermost line it was. */
  readonly hitCount: number;
  readonly children: readonly CallSiteNode[];
}

/** The samples of the wall profiler between two calls. */
export interface CallSiteProfile {
  readonly topDownRoot: CallSiteNode;
  /** Microseconds of V8's clock. */
  readonly startTime: number;
  readonly endTime: number;
}

/** The interval and contents of V8's samples. */
interface WallProfilerOptions {
  readonly intervalMicros: number;
  readonly durationMillis: number;
  readonly lineNumbers: boolean;
  readonly withContexts: boolean;
  readonly workaroundV8Bug: boolean;
  readonly collectCpuTime: boolean;
  readonly collectAsyncId: boolean;
  readonly useCPED: boolean;
  readonly isMainThread: boolean;
}

/** The native wall profiler of `@datadog/pprof`; one may run on a thread. */
export interface WallProfiler {
  start(): void;
  /** Returns the samples since the start or the last call; continues if `restart` is true. */
  stop(restart: boolean): CallSiteProfile;
  /** 2 when V8's sampling thread certainly hung, 1 when perhaps. For the last profile. */
  v8ProfilerStuckEventLoopDetected(): number;
  /** Frees a stopped profiler; it must not be touched again. */
  dispose(): void;
}

/** Makes wall profilers. */
export type WallProfilerClass = new (options: WallProfilerOptions) => WallProfiler;

/** Samples every `intervalUs` with the lines of calls, and without anything that takes SIGPROF. */
export function createWallProfiler(Native: WallProfilerClass, intervalUs: number): WallProfiler {
  return new Native({
    intervalMicros: intervalUs,
    durationMillis: Math.max(60_000, Math.ceil(intervalUs / 1000)),
    lineNumbers: true,
    withContexts: false,
    workaroundV8Bug: false,
    collectCpuTime: false,
    collectAsyncId: false,
    useCPED: false,
    isMainThread: false
  });
}

/** Call sites cannot be recorded here; the message is a full sentence with advice. */
export class CallSitesUnavailableError extends Error {
  override readonly name = 'CallSitesUnavailableError';
}

/** The folder of binaries of this package, or else of an installed `@datadog/pprof`, or null. */
export function installedBinaries(): string | null {
  const { callSiteBinaries } = packageFiles();
  if (callSiteBinaries !== null) return callSiteBinaries;
  const require = createRequire(__filename);
  try {
    return join(dirname(require.resolve('@datadog/pprof/package.json')), 'prebuilds');
  } catch {
    return null;
  }
}

/**
 * Loads the binary for this Node from a folder laid out like `prebuilds` of `@datadog/pprof`.
 *
 * @throws CallSitesUnavailableError
 */
export function loadWallProfiler(folder: string | null): WallProfilerClass {
  if (usesPprof()) {
    throw new CallSitesUnavailableError(
      'The recorded program uses @datadog/pprof itself, and both at once would disturb each other; ' +
        'profile without it to get total times per line.'
    );
  }
  const missing =
    `Total times per line need @datadog/pprof, which has no binary here for Node ` +
    `${process.versions.node} on ${process.platform}-${process.arch}`;
  const advice = 'run npm install @datadog/pprof, use a release of Node with long-term support, ';
  const file = folder === null ? null : join(folder, binaryName());
  try {
    if (file === null) throw new Error('the package is not installed');
    const addon = loadBinary(file) as { TimeProfiler: WallProfilerClass };
    return addon.TimeProfiler;
  } catch (error) {
    const [reason] = messageOf(error).split('\n');
    throw new CallSitesUnavailableError(
      `${missing} (${reason}); ${advice}or switch them off with --no-lines.`
    );
  }
}

/** True when the program has loaded the JavaScript of `@datadog/pprof`: it may start it any time. */
function usesPprof(): boolean {
  const { cache } = createRequire(__filename);
  return Object.keys(cache).some(file => /@datadog[\\/]pprof[\\/]out[\\/]/.test(file));
}

function binaryName(): string {
  const { platform, arch, versions } = process;
  const library = platform === 'linux' && isMusl() ? '.musl' : '';
  return join(`${platform}-${arch}`, `dd_pprof${library}.node.abi${versions.modules}.node`);
}

/** The C library of this Node, by the loader that its executable names in its first page. */
function isMusl(): boolean {
  const head = Buffer.alloc(4096);
  const file = openSync(process.execPath, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return head.includes('/ld-musl-');
}
