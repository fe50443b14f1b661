import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import buffer from 'node:buffer';
import crypto from 'node:crypto';
import diagnosticsChannel from 'node:diagnostics_channel';
import events from 'node:events';
import fs from 'node:fs';
import nodeModule from 'node:module';
import inspector, { Session } from 'node:inspector';
import os from 'node:os';
import path from 'node:path';
import performanceHooks, { performance, PerformanceObserver } from 'node:perf_hooks';
import ownProcess from 'node:process';
import { Readable, Writable } from 'node:stream';
import stringDecoder, { StringDecoder } from 'node:string_decoder';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import url from 'node:url';
import util from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import workerThreads, { MessagePort, Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import type { WatchedObject } from '../../base/intrinsics/intrinsicsGuard';

/** Modules whose functions the profiler and the kernel call. */
const MODULES: readonly object[] = [
  asyncHooks,
  buffer,
  crypto,
  diagnosticsChannel,
  fs,
  fs.promises,
  inspector,
  os,
  path,
  path.posix,
  performanceHooks,
  stringDecoder,
  timers,
  timersPromises,
  url,
  util,
  util.types,
  v8,
  vm,
  workerThreads,
  zlib
];

/** Objects and classes of Node whose methods are called. */
const OBJECTS: readonly object[] = [
  ownProcess,
  ownProcess.hrtime,
  performance,
  Object.getPrototypeOf(performance) as object,
  buffer.Buffer,
  buffer.Buffer.prototype,
  events.EventEmitter.prototype,
  ...[Session, PerformanceObserver, Worker, MessagePort, AsyncLocalStorage].map(prototypeOf),
  ...[Readable, Writable, StringDecoder, vm.Script, crypto.Hash, crypto.Hmac].map(prototypeOf)
];

function prototypeOf(owner: unknown): object {
  return (owner as { readonly prototype: object }).prototype;
}

/**
 * What Node loads when it is first looked at. The profiler uses none of it, and with `diff` Node opens its stderr: then a
 * program cannot write to a slow pipe any more without waiting for it.
 */
const LOADED_LATER: readonly PropertyKey[] = ['diff', 'parseArgs', 'setTraceSigInt', 'Dir', 'File'];

/** The functions of an object, which a program may replace. Its other properties are state, or ask Node. */
function methodsOf(object: object, closes: WatchedObject['closes']): WatchedObject {
  const keys = Reflect.ownKeys(object).filter(
    key =>
      !LOADED_LATER.includes(key) &&
      typeof Reflect.getOwnPropertyDescriptor(object, key)?.value === 'function'
  );
  return { object, keys, closes };
}

/** Classes of the web that are used, with their getters, and single properties. */
const OTHERS: readonly WatchedObject[] = [
  ...[url.URL, util.TextEncoder, util.TextDecoder].map((owner): WatchedObject => {
    return { object: prototypeOf(owner), closes: 'methods' };
  }),
  {
    object: Object.getPrototypeOf(performance) as object,
    keys: ['timeOrigin'],
    closes: 'nothing'
  },
  { object: nodeModule, keys: ['findSourceMap'], closes: 'nothing' }
];

/** The functions of Node that the profiler calls, as far as a program could replace them. */
export function nodeIntrinsics(): WatchedObject[] {
  const modules = MODULES.map(object => methodsOf(object, 'nothing'));
  return [...modules, ...OBJECTS.map(object => methodsOf(object, 'methods')), ...OTHERS];
}
