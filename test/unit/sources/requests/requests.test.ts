import { channel, tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { requestLatencies } from '../../../../src/analysis';
import { ownAgent } from '../../../../src/sources/requests/ownAgent';
import type { Recording } from '../../../../src/engine/recording/recording';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { Profile } from '../../../../src/model/profile/profile';
import { argsOf } from '../../../support/recording';

const QUIET = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false, lines: false },
  workers: false
} as const;

const host = new RecordingHost();
const recordings: Recording[] = [];
const servers: Server[] = [];

function start(
  options: { readonly requests?: boolean; readonly databases?: boolean } = {}
): Recording {
  const recording = host.start({ ...QUIET, ...options });
  recordings.push(recording);
  return recording;
}

async function record(work: () => Promise<unknown>, options = {}): Promise<Profile> {
  const recording = start(options);
  await work();
  return (await recording.finish()).data;
}

/** A server on the loopback interface, and its address with a slash at its end. */
async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = http.createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Sends a request by `node:http` and reads the answer. */
async function get(url: string, options: http.RequestOptions = {}): Promise<number> {
  const request = http.get(url, options);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'close');
  return response.statusCode ?? 0;
}

/** Waits until something is true, however busy the machine is. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

interface Request {
  readonly name: string;
  readonly status: unknown;
  readonly error: unknown;
  readonly unfinished: unknown;
}

/** The requests of a category. */
function requestsOf(profile: Profile, wanted: string): Request[] {
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

const done = (name: string, status: number, error?: string): Request => ({
  ...{ name, status, error, unfinished: undefined }
});

/** An array with `count` times the same. */
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

afterEach(async () => {
  for (const recording of recordings.splice(0)) recording.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

describe('requests', () => {
  it('are recorded one by one where 50 are in flight', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await listen((_, response) => {
      waiting.push(() => response.end('well'));
      if (waiting.length === 50) for (const answer of waiting) answer();
    });
    const profile = await record(() =>
      Promise.all(Array.from({ length: 50 }, (_, id) => get(`${url}users/${id}?token=secret`)))
    );
    expect(requestsOf(profile, 'http.server')).toEqual(times(50, done('GET /users/:id', 200)));
    expect(requestsOf(profile, 'http.client')).toEqual(times(50, done('GET 127.0.0.1', 200)));
    const { slices, tracks } = profile;
    expect(slices.track.every(track => tracks[track].kind === 'asyncLane')).toBe(true);
    expect(profile.strings.filter(text => text.includes('secret'))).toEqual([]);
    expect(profile.sources.find(({ source }) => source === 'requests')).toEqual({
      ...{ source: 'requests', status: 'ok', message: '', records: 100 }
    });
  });

  it('are as many as were made, whatever becomes of them', async () => {
    const { url } = await listen((request, response) => {
      const fate = Number(request.url?.split('fate=')[1]) % 4;
      if (fate === 0) response.end();
      else if (fate === 1) response.writeHead(503).end();
      else if (fate === 2) request.socket.destroy();
      else response.write('part', () => request.socket.destroy());
    });
    const profile = await record(() =>
      Promise.all(
        Array.from({ length: 40 }, async (_, fate) => {
          await get(`${url}?fate=${fate}`).catch(() => null);
        })
      )
    );
    const all = requestLatencies(profile);
    const figures = all.map(({ category, count, errors, measured }) => ({
      ...{ category, count, errors, measured }
    }));
    expect(figures).toHaveLength(2);
    expect(figures).toContainEqual({
      category: 'http.server',
      count: 40,
      errors: 30,
      measured: 40
    });
    expect(figures).toContainEqual({
      category: 'http.client',
      count: 40,
      errors: 30,
      measured: 40
    });
  });

  it('have the status and the class of the error', async () => {
    const { url } = await listen((request, response) => {
      response.writeHead(request.url === '/absent' ? 404 : 500).end();
    });
    const profile = await record(async () => {
      await get(`${url}absent`);
      await get(`${url}broken`);
      await fetch(`${url}broken`).then(response => response.text());
    });
    expect(requestsOf(profile, 'http.server')).toEqual([
      done('GET /absent', 404),
      done('GET /broken', 500, '500'),
      done('GET /broken', 500, '500')
    ]);
    expect(requestsOf(profile, 'http.client')).toEqual([
      done('GET 127.0.0.1', 404, '404'),
      done('GET 127.0.0.1', 500, '500')
    ]);
    expect(requestsOf(profile, 'fetch')).toEqual([done('GET 127.0.0.1', 500, '500')]);
  });

  it('end with the error of a connection that fails', async () => {
    const { server, url } = await listen(() => undefined);
    servers.splice(0);
    server.close();
    await once(server, 'close');
    const profile = await record(async () => {
      await expect(get(url)).rejects.toThrow('ECONNREFUSED');
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    });
    const failed = { name: 'GET 127.0.0.1', status: undefined, error: 'ECONNREFUSED' };
    expect(requestsOf(profile, 'http.client')).toMatchObject([failed]);
    expect(requestsOf(profile, 'fetch')).toMatchObject([failed]);
  });

  it('end when the client gives them up', async () => {
    let closed = 0;
    const { url } = await listen((_, response) => {
      response.on('close', () => closed++);
      response.write('never all');
    });
    const profile = await record(async () => {
      const given = new AbortController();
      const response = await fetch(url, { signal: given.signal });
      given.abort();
      await expect(response.text()).rejects.toThrow();
      const request = http.get(url);
      await once(request, 'response');
      request.destroy();
      await once(request, 'close');
      await until(() => closed === 2);
    });
    const aborted = done('GET /', 200, 'aborted');
    expect(requestsOf(profile, 'http.server')).toEqual([aborted, aborted]);
    expect(requestsOf(profile, 'http.client')).toEqual([done('GET 127.0.0.1', 200, 'aborted')]);
    expect(requestsOf(profile, 'fetch')).toEqual([done('GET 127.0.0.1', 200, 'AbortError')]);
  });

  it('are cut off where they do not end', async () => {
    const { url } = await listen((_, response) => response.write('event\n'));
    const given = new AbortController();
    const profile = await record(async () => {
      await fetch(`${url}events`, { signal: given.signal });
    });
    given.abort();
    const open = { error: undefined, unfinished: 1 };
    expect(requestsOf(profile, 'http.server')).toMatchObject([{ name: 'GET /events', ...open }]);
    expect(requestsOf(profile, 'fetch')).toMatchObject([{ status: 200, ...open }]);
    expect(requestLatencies(profile)).toMatchObject([
      { count: 1, unfinished: 1, measured: 0, quantilesNs: null },
      { count: 1, unfinished: 1, measured: 0, quantilesNs: null }
    ]);
  });

  it('are left out where they began before', async () => {
    const answers: (() => void)[] = [];
    const { url } = await listen((_, response) => answers.push(() => response.end()));
    const early = get(url);
    await until(() => answers.length === 1);
    const profile = await record(async () => {
      answers[0]();
      await early;
    });
    expect(requestsOf(profile, 'http.server')).toEqual([]);
    expect(requestsOf(profile, 'http.client')).toEqual([]);
  });

  it('belong to the recording in which they began', async () => {
    const answers: (() => void)[] = [];
    const { url } = await listen((_, response) => answers.push(() => response.end()));
    const first = start();
    const early = get(url);
    await until(() => answers.length === 1);
    const cut = (await first.finish()).data;
    const profile = await record(async () => {
      answers[0]();
      await early;
    });
    expect(requestsOf(cut, 'http.server')).toMatchObject([{ unfinished: 1 }]);
    expect(requestsOf(profile, 'http.server')).toEqual([]);
  });

  it('are told apart on one connection, one after the other and pipelined', async () => {
    const { server, url } = await listen((request, response) => response.end(request.url));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const profile = await record(async () => {
      await get(`${url}one`, { agent });
      await get(`${url}two`, { agent });
      const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const ask = (path: string, more = ''): string =>
        `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
      socket.write(ask('/three') + ask('/four', 'Connection: close\r\n'));
      socket.resume();
      await once(socket, 'close');
    });
    agent.destroy();
    expect(requestsOf(profile, 'http.server')).toEqual(
      ['one', 'two', 'three', 'four'].map(path => done(`GET /${path}`, 200))
    );
    expect(requestsOf(profile, 'http.client')).toEqual(times(2, done('GET 127.0.0.1', 200)));
  });

  it('of fetch are one for each redirect', async () => {
    const { url } = await listen((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.end('here');
    });
    const profile = await record(async () => {
      expect(await fetch(`${url}old`).then(response => response.text())).toBe('here');
    });
    expect(requestsOf(profile, 'fetch').map(({ status }) => status)).toEqual([302, 200]);
  });

  it('have the routes that frameworks declare', async () => {
    const handler = tracingChannel('fastify.request.handler');
    const { url } = await listen((request, response) => {
      if (request.url?.startsWith('/shops')) {
        Object.assign(request, { baseUrl: '/shops/77', route: { path: '/items/:item' } });
      } else {
        const route = { url: '/files/*', method: 'GET' };
        handler.start.publish({ request: { raw: request }, reply: { raw: response }, route });
      }
      response.end();
    });
    const profile = await record(async () => {
      await get(`${url}shops/77/items/tea`);
      await get(`${url}files/a/b`);
    });
    expect(requestsOf(profile, 'http.server')).toEqual([
      done('GET /shops/:id/items/:item', 200),
      done('GET /files/*', 200)
    ]);
  });

  it('have a bounded number of names', async () => {
    const { url } = await listen((_, response) => response.end());
    const word = (n: number): string =>
      `${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n / 26)}`;
    const profile = await record(async () => {
      for (let n = 0; n < 210; n++) await get(url + word(n));
    });
    const names = requestsOf(profile, 'http.server').map(({ name }) => name);
    expect(new Set(names).size).toBe(201);
    expect(names.filter(name => name === '(other)')).toHaveLength(10);
  });

  it("leave out Kernelscope's own", async () => {
    const { url } = await listen((_, response) => response.end());
    const agent = ownAgent(new http.Agent());
    const profile = await record(() => get(url, { agent }));
    expect(requestsOf(profile, 'http.client')).toEqual([]);
    expect(requestsOf(profile, 'http.server')).toHaveLength(1);
  });

  it('are not recorded unless wanted', async () => {
    const { url } = await listen((_, response) => response.end());
    const profile = await record(() => get(url), { requests: false });
    expect(profile.slices.length).toBe(0);
    expect(profile.sources.map(({ source }) => source)).not.toContain('requests');
  });

  it('leave no subscriber behind', async () => {
    const names = [
      'http.server.request.start',
      'http.client.request.start',
      'undici:request:create'
    ];
    const subscribed = (): boolean[] => names.map(name => channel(name).hasSubscribers);
    const before = subscribed();
    const [first, second] = [start(), start()];
    expect(subscribed()).toEqual(names.map(() => true));
    await first.finish();
    expect(subscribed()).toEqual(names.map(() => true));
    await second.finish();
    expect(subscribed()).toEqual(before);
  });

  it('go on where a handler fails, which is reported', async () => {
    const profile = await record(async () => {
      const response = new Proxy({}, { get: () => expect.unreachable('the answer is broken') });
      channel('http.server.request.start').publish({ request: {}, response });
      await Promise.resolve();
    });
    const report = profile.sources.find(({ source }) => source === 'requests');
    expect(report?.status).toBe('partial');
    expect(report?.message).toContain('the answer is broken');
  });

  it('of HTTP/2 are recorded where Node publishes them', async () => {
    const server = http2.createServer((request, response) => {
      response.writeHead(request.url === '/broken' ? 500 : 200);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const profile = await record(async () => {
      const session = http2.connect(`http://127.0.0.1:${port}`);
      for (const path of ['/users/7', '/broken']) {
        const stream = session.request({ ':path': path });
        stream.resume();
        await once(stream, 'close');
      }
      session.close();
      await once(session, 'close');
    });
    server.close();
    const [major] = process.versions.node.split('.').map(Number);
    const expected =
      major < 24 ? [] : [done('GET /users/:id', 200), done('GET /broken', 500, '500')];
    expect(requestsOf(profile, 'http.server')).toEqual(expected);
    expect(requestsOf(profile, 'http.client')).toHaveLength(expected.length);
  });
});

describe('calls of databases', () => {
  const redis = tracingChannel<unknown, object>('node-redis:command');
  const mysql = tracingChannel<unknown, object>('mysql2:query');

  /** Calls as node-redis and mysql2 publish them. */
  async function callBoth(): Promise<void> {
    const context = { command: 'GET', args: ['GET', 'secret'] };
    await redis.tracePromise(() => Promise.resolve('value'), context);
    const failing = redis.tracePromise(() => Promise.reject(new TypeError('no')), {
      command: 'HSET'
    });
    await expect(failing).rejects.toThrow('no');
    const query = { query: "/* by id */ select * from users where name = 'secret'" };
    await new Promise(resolve => {
      const answer = (done: (error: null, rows: []) => void): void =>
        void setImmediate(done, null, []);
      mysql.traceCallback(answer, 0, query, undefined, resolve);
    });
    const thrown = Object.assign(new Error('refused'), { code: 'ER_REFUSED' });
    expect(() =>
      mysql.traceCallback(
        (_: () => void): never => {
          throw thrown;
        },
        ...([0, { query: 'drop table users' }, undefined, () => undefined] as const)
      )
    ).toThrow(thrown);
  }

  it('are recorded on request, with the name of the command alone', async () => {
    const profile = await record(callBoth, { databases: true });
    const called = (name: string, error?: string): object => ({
      name,
      error,
      unfinished: undefined
    });
    expect(requestsOf(profile, 'db')).toMatchObject([
      called('redis GET'),
      called('redis HSET', 'TypeError'),
      called('mysql SELECT'),
      called('mysql DROP', 'ER_REFUSED')
    ]);
    expect(profile.strings.filter(text => text.includes('secret'))).toEqual([]);
  });

  it('are not recorded by default', async () => {
    expect(requestsOf(await record(callBoth), 'db')).toEqual([]);
    expect(redis.start.hasSubscribers).toBe(false);
  });
});
