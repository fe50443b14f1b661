import { OwnMap } from '../../../base/intrinsics/ownMap';
import type { StackSite } from '../../operators/operatorStackCapture';

/** How often an operation calls back. */
export const Repeats = { never: 0, byEvents: 1, atIntervals: 2 } as const;

type RepeatsValue = (typeof Repeats)[keyof typeof Repeats];

/** The cause of waits for an operation, by Node's type of it; null if its stack says. */
interface OperationType {
  readonly cause: string | null;
  readonly repeats: RepeatsValue;
}

const once = (cause: string | null): OperationType => ({ cause, repeats: Repeats.never });
const byEvents = (cause: string | null): OperationType => ({ cause, repeats: Repeats.byEvents });

const OTHER = byEvents(null);

const TYPES: ReadonlyMap<string, OperationType> = new OwnMap<string, OperationType>([
  ['Timeout', once('timer')],
  ['Immediate', once('immediate')],
  ['MESSAGEPORT', byEvents('message')],
  ['WORKER', byEvents('message')],
  ['PROCESSWRAP', byEvents('process')],
  ['FSREQCALLBACK', once('file')],
  ['FSEVENTWRAP', byEvents('file')],
  ['STATWATCHER', byEvents('file')],
  ['GETADDRINFOREQWRAP', once('network')],
  ['GETNAMEINFOREQWRAP', once('network')],
  ['QUERYWRAP', once('network')],
  ['TCPCONNECTWRAP', once('network')],
  ['TCPSERVERWRAP', byEvents('network')],
  ['TCPWRAP', byEvents('network')],
  ['TLSWRAP', byEvents('network')],
  ['UDPSENDWRAP', once('network')],
  ['UDPWRAP', byEvents('network')],
  ['HTTPCLIENTREQUEST', byEvents('network')],
  ['HTTPINCOMINGMESSAGE', byEvents('network')],
  ['HTTP2SESSION', byEvents('network')],
  ['PIPECONNECTWRAP', once(null)],
  ['PBKDF2REQUEST', once(null)],
  ['SCRYPTREQUEST', once(null)],
  ['RANDOMBYTESREQUEST', once(null)]
]);

/** Something that calls back: a timer, a request to the system, a socket, a process, a port. */
export interface Operation {
  /** Increases from one to the next, in one sequence with the numbers of awaits. */
  readonly number: number;
  /**
   * Number of the stack that it was started from, or that the operation which started it was started from; -1 if
   * unknown.
   */
  readonly stack: number;
  /** A program does not wait only for something that calls back at intervals. */
  readonly repeats: RepeatsValue;
  /** Whether the stack was not captured but assumed to be that of others started in the same place. */
  readonly isForeseen: boolean;
}

/** Represents every operation whose start is unknown. */
export const NOWHERE: Operation = {
  number: 0,
  stack: -1,
  repeats: Repeats.never,
  isForeseen: false
};

/** An operation that has started. */
export interface BegunOperation extends Operation {
  readonly asyncId: number;
  readonly cause: string | null;
  /** Distinguishes it from others with the same stack. */
  readonly ordinal: number;
}

/** Something that calls back, with Node's type of it. */
export interface CalledBack {
  readonly type: string;
  readonly resource: object;
}

// hot
/** The cause of waits for it, and how often it calls back, which for timers depends on how they were set. */
export function operationType({ type, resource }: CalledBack): OperationType {
  const known = TYPES.get(type) ?? OTHER;
  if (type !== 'Timeout') return known;
  const { _repeat: periodMs = null } = resource as { readonly _repeat?: number | null };
  return periodMs === null ? known : INTERVAL;
}

const INTERVAL: OperationType = { cause: 'timer', repeats: Repeats.atIntervals };

/** How many operations are kept. Each replaces the one whose id in Node is lower by this number. */
const PLACES = 1 << 15;

/** The operations that have started, by their ids in Node. */
export class Operations {
  #all: (BegunOperation | undefined)[] = [];

  // hot
  set(begun: BegunOperation): void {
    this.#all[begun.asyncId % PLACES] = begun;
  }

  // hot
  /** Undefined if the operation is unknown. */
  get(asyncId: number): BegunOperation | undefined {
    const found = this.#all[asyncId % PLACES];
    return found?.asyncId === asyncId ? found : undefined;
  }

  clear(): void {
    this.#all = [];
  }
}

type Cause = readonly [cause: string, script: RegExp, name?: RegExp];

/** Streams belong to the network where they are those of a socket. */
const STREAM = 'stream';
const NETWORK: Cause = [
  'network',
  /^node:(net|_http_|http|https|tls|dgram|dns|internal\/dgram|_tls_|internal\/deps\/undici)/
];

/** The causes that end waits, by the scripts and functions of Node that run then. */
const CAUSES: readonly Cause[] = [
  ['timer', /^node:internal\/timers$/, /^(listOnTimeout|processTimers)$/],
  ['immediate', /^node:internal\/timers$/, /^processImmediate$/],
  ['message', /^node:internal\/(per_context\/messageport|worker)/],
  ['process', /^node:internal\/child_process/],
  NETWORK,
  [STREAM, /^node:internal\/(stream_base_commons|fs\/streams|streams|readline)/],
  ['file', /^node:(fs$|internal\/fs)/]
];

/** Node runs none of its own code here: the work is done by native code. */
const NATIVE_CAUSE = 'native code';

/**
 * What ended a wait, by the places on the stack that did, innermost first: the outermost that is known
 * counts. Work of threads of Node and libraries that settles a promise itself is `native code`.
 */
export function waitCause(sites: readonly StackSite[]): string {
  for (let at = sites.length - 1; at >= 0; at--) {
    const cause = CAUSES.find(each => isOf(each, sites[at]))?.[0];
    if (cause === STREAM && sites.some(site => isOf(NETWORK, site))) return NETWORK[0];
    if (cause !== undefined) return cause;
  }
  return NATIVE_CAUSE;
}

function isOf([, wanted, function_]: Cause, { script, name }: StackSite): boolean {
  return wanted.test(script) && (function_?.test(name) ?? true);
}
