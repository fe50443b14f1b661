import { once } from 'node:events';
import http, { type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recording } from '../../src/engine/recording/recording';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { Profile } from '../../src/model/profile/profile';
import { argsOf } from './recording';

const QUIET = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false, lines: false },
  workers: false
} as const;

const host = new RecordingHost();
const recordings: Recording[] = [];
const servers: Server[] = [];

/** Begins a recording of requests alone. */
export function start(
  options: { readonly requests?: boolean; readonly databases?: boolean } = {}
): Recording {
  const recording = host.start({ ...QUIET, ...options });
  recordings.push(recording);
  return recording;
}

/** The profile of `work`. */
export async function record(work: () => Promise<unknown>, options = {}): Promise<Profile> {
  const recording = start(options);
  await work();
  return (await recording.finish()).data;
}

/** A server on the loopback interface, and its address with a slash at its end. */
export async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = http.createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Sends a request by `node:http` and reads the answer. */
export async function get(url: string, options: http.RequestOptions = {}): Promise<number> {
  const request = http.get(url, options);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'close');
  return response.statusCode ?? 0;
}

/** Waits until something is true, however busy the machine is. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

/** A recorded request. */
export interface Request {
  readonly name: string;
  readonly status: unknown;
  readonly error: unknown;
  readonly unfinished: unknown;
}

/** The requests of a category. */
export function requestsOf(profile: Profile, wanted: string): Request[] {
  const { slices, labels, strings } = profile;
  return Array.from({ length: slices.length }, (_, row) => row)
    .filter(row => strings[labels.category[slices.label[row]]] === wanted)
    .map(row => {
      const args = argsOf(profile, row);
      const name = strings[labels.name[slices.label[row]]];
      const { 'error.type': error, unfinished } = args;
      return { name, status: args['http.response.status_code'], error, unfinished };
    });
}

/** A request that ended. */
export const done = (name: string, status: number, error?: string): Request => ({
  ...{ name, status, error, unfinished: undefined }
});

/** An array with `count` times the same. */
export const times = <T>(count: number, value: T): T[] =>
  Array.from({ length: count }, () => value);

/** Stops the recordings and closes the servers of a test. */
export async function endAll(): Promise<void> {
  for (const recording of recordings.splice(0)) recording.stop();
  for (const server of servers.splice(0)) {
    if (!server.listening) continue;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
