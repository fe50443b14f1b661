import type { StackSite } from '../../operators/operatorStackCapture';

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

/** Where Node runs no code of its own: its work is done by native code. */
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
