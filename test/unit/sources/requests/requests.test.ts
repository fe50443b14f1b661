import { channel, tracingChannel } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ownAgent } from '../../../../src/sources/requests/ownAgent';
import {
  done,
  endAll,
  get,
  listen,
  record,
  requestsOf,
  start,
  times
} from '../../../support/requestRecordings';

afterEach(endAll);

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
      const get = (): never => expect.unreachable('the answer is broken');
      const response = new Proxy(new EventEmitter(), { get });
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
