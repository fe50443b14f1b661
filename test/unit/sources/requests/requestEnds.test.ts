import { once } from 'node:events';
import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { requestLatencies } from '../../../../src/analysis';
import {
  done,
  endAll,
  get,
  listen,
  record,
  requestsOf,
  start,
  until
} from '../../../support/requestRecordings';

afterEach(endAll);

describe('the end of requests', () => {
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

  it('leaves nothing of them alive', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const seen: WeakRef<object>[] = [];
    const { url } = await listen((request, response) => {
      seen.push(new WeakRef(request), new WeakRef(response));
      response.end();
    });
    await record(async () => {
      for (let n = 0; n < 10; n++) await get(url, { agent: false });
      const alive = (): number => seen.filter(ref => ref.deref() !== undefined).length;
      await until(() => {
        gc();
        return alive() === 0;
      });
    });
    expect(seen).toHaveLength(20);
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
});
