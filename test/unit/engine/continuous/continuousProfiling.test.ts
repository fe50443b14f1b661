import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ContinuousOptionError,
  ContinuousProfilingError
} from '../../../../src/engine/continuous/continuousErrors';
import type { ContinuousOptions } from '../../../../src/engine/continuous/continuousOptions';
import type { ContinuousProfiling } from '../../../../src/engine/continuous/continuousProfiling';
import { busyInTypeScript } from '../../../support/busyTypeScript';
import { useFolder } from '../../../support/folders';
import { type PprofFile, readPprof } from '../../../support/pprofSchema';
import {
  PyroscopeReceiver,
  type ReceivedPush,
  parseLabelSet
} from '../../../support/pyroscopeReceiver';
import { spin } from '../../../support/spin';
import { useTestSessions } from '../../../support/testSessions';
import { SAMPLED } from '../../../support/sampledTests';

const sessions = useTestSessions();
const folder = useFolder();

let receiver: PyroscopeReceiver;
let running: ContinuousProfiling[];

beforeEach(async () => {
  receiver = await PyroscopeReceiver.start();
  running = [];
});

afterEach(async () => {
  await receiver.stop();
  await Promise.all(running.map(each => each.stop()));
  // Otherwise V8 would sample once for the host of each test.
  sessions().host.cpuAttachment.dispose();
});

function start(options: Partial<ContinuousOptions> = {}): ContinuousProfiling {
  const started = sessions().profile.continuous({
    ...{ push: receiver.url, name: 'test-service', cpuHz: 500, every: '1m', timeout: '2s' },
    ...options
  });
  running.push(started);
  return started;
}

const fileOf = ({ body }: ReceivedPush): PprofFile => readPprof(body);

const countOf = ({ stacks }: PprofFile): number =>
  stacks.reduce((sum, { count }) => sum + count, 0);

describe('profile.continuous', () => {
  test("pushes a window in Pyroscope's protocol, with labels and times", async () => {
    const beforeMs = Date.now();
    const profiling = start({ labels: { zone: 'eu-1', pid: null } });
    spin(200);
    const stats = await profiling.stop();
    const [push] = receiver.pushes;
    expect(push).toMatchObject({ method: 'POST', path: '/ingest' });
    expect(push.query).toMatchObject({ format: 'pprof', spyName: 'nodespy', sampleRate: '500' });
    expect(parseLabelSet(push.query['name'])).toEqual({
      ...{ __name__: 'test-service', host: hostname(), zone: 'eu-1' }
    });
    const [from, until] = [Number(push.query['from']), Number(push.query['until'])];
    expect(from).toBeGreaterThanOrEqual(Math.floor(beforeMs / 1000));
    expect(until).toBeLessThanOrEqual(Date.now() / 1000);
    expect(until - from).toBeLessThanOrEqual(20);
    expect(push.headers['content-type']).toBe('application/octet-stream');
    const file = fileOf(push);
    expect(file.types).toEqual(['samples/count', 'cpu/nanoseconds']);
    expect(Math.floor(file.startedAtMs / 1000)).toBe(from);
    const spinning = file.stacks.filter(
      ({ places }) =>
        /^(spin|cpuMs) /.test(places[0]) || places.some(place => place.startsWith('spin '))
    );
    expect(spinning.reduce((sum, { cpuNs }) => sum + cpuNs, 0)).toBeGreaterThan(100e6);
    expect(spinning[0].labels).toEqual({ thread: 'main thread' });
    expect(stats).toMatchObject({ windows: 1, pushed: 1, dropped: 0, failed: 0, waiting: 0 });
    expect(stats).toMatchObject({ bytes: push.body.length, lastError: null });
    expect(stats.samples).toBeGreaterThanOrEqual(countOf(file));
  });

  test('pushes each window when it ends, one after the other', async () => {
    const profiling = start({ every: '100ms' });
    for (let turn = 0; turn < 6; turn++) {
      spin(40);
      await sleep(40);
    }
    await receiver.received(3);
    const files = receiver.pushes.map(fileOf);
    for (const [at, file] of files.slice(1).entries()) {
      expect(file.startedAtMs).toBeGreaterThan(files[at].startedAtMs);
    }
    const stats = await profiling.stop();
    expect(stats.pushed).toBe(receiver.pushes.length);
    expect(await profiling.stop()).toEqual(stats);
    await sleep(250);
    expect(receiver.pushes.length).toBe(stats.pushed);
  });

  test('has the names and lines of TypeScript by its source map', async () => {
    const work = busyInTypeScript(folder, 'pushedWork');
    const profiling = start();
    work({ rounds: 200 });
    await profiling.stop();
    const places = fileOf(receiver.pushes[0]).stacks.map(stack => stack.places[0]);
    expect(places.find(place => place.startsWith('busyInTypeScript '))).toMatch(
      /pushedWork\.ts:8$/
    );
  });

  test('sends the headers that were given, and the password of the URL as one', async () => {
    const push = receiver.url.replace('//', '//me:s3cret@');
    const profiling = start({
      push: `${push}/base/?tenant=7`,
      headers: { 'X-Scope-OrgID': 'team' }
    });
    spin(30);
    await profiling.stop();
    const [{ path, query, headers }] = receiver.pushes;
    expect(path).toBe('/base/ingest');
    expect(query['tenant']).toBe('7');
    expect(headers['x-scope-orgid']).toBe('team');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('me:s3cret').toString('base64')}`);
  });

  test('runs once at a time, and ends with everything else', async () => {
    const first = start();
    expect(() => start()).toThrow(ContinuousProfilingError);
    expect(() => start({ cpuHz: -1 })).toThrow(ContinuousOptionError);
    sessions().profile.stopAll();
    const again = start();
    spin(20);
    expect((await first.stop()).windows).toBe(1);
    expect((await again.stop()).pushed).toBe(1);
  });
});

describe('while the server fails', () => {
  test('pushes a window again that the server could not take', async () => {
    let answers = 0;
    receiver.answer = response => void response.writeHead(++answers > 1 ? 200 : 503).end();
    const profiling = start({ every: '100ms', cpuHz: 100, queue: 100 });
    spin(120);
    await receiver.received(2);
    expect(receiver.pushes[1].body).toEqual(receiver.pushes[0].body);
    const stats = await profiling.stop();
    expect(stats).toMatchObject({ failed: 1, dropped: 0 });
    expect(stats.lastError).toBe(
      `The push to ${receiver.url} failed: the server answered with status 503.`
    );
  });

  test.each([400, 401, 413, 302])('drops a window after status %i', async status => {
    receiver.answer = response => {
      response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end('no s3cret');
    };
    const push = receiver.url.replace('//', '//me:s3cret@');
    const profiling = start({ push, headers: { 'X-Key': 's3cret' } });
    spin(20);
    const stats = await profiling.stop();
    expect(stats).toMatchObject({ pushed: 0, failed: 1, dropped: 1 });
    expect(receiver.pushes.map(({ path }) => path)).toEqual(['/ingest']);
    expect(stats.lastError).toContain(`status ${status}`);
    expect(JSON.stringify(stats)).not.toContain('s3cret');
  });

  test(
    'keeps the oldest windows in a full queue, and stops in time where nothing is answered',
    { tags: 'night' },
    async () => {
      receiver.answer = () => undefined;
      const profiling = start({ every: '100ms', queue: 2, timeout: '1s' });
      for (let turn = 0; turn < 5; turn++) {
        spin(20);
        await sleep(100);
      }
      expect(profiling.stats.waiting).toBe(2);
      expect(profiling.stats.dropped).toBeGreaterThan(0);
      const before = performance.now();
      const stats = await profiling.stop();
      expect(performance.now() - before).toBeLessThan(3000);
      expect(stats).toMatchObject({ pushed: 0, waiting: 0, dropped: stats.windows });
    }
  );

  test('counts failures where there is no server', async () => {
    const push = receiver.url;
    await receiver.stop();
    receiver = await PyroscopeReceiver.start();
    const profiling = start({ push });
    spin(20);
    const stats = await profiling.stop();
    expect(stats).toMatchObject({ pushed: 0, failed: 1, dropped: 1 });
    expect(stats.lastError).toMatch(/^The push to http:\S+ failed: connect ECONNREFUSED .*\.$/);
  });
});

describe('beside a recording', () => {
  test('shares its samples, and leaves it as it would be alone', SAMPLED, async () => {
    const profiling = start({ cpuHz: 50 });
    spin(300);
    const session = sessions().profile({ memoryPeriodMs: null, gc: false, cpuIntervalUs: 1000 });
    spin(300);
    session.stop();
    spin(100);
    await profiling.stop();
    const { samples, sources } = session.finished.data;
    const intervalsNs = samples.weight.filter((_, row) => samples.stack[row] >= 0).sort();
    expect(intervalsNs[intervalsNs.length >> 1]).toBeLessThan(3e6);
    expect(samples.length).toBeGreaterThan(100);
    expect(sources.find(({ source }) => source === 'cpuSampler')?.message).toBe('');
    const rates = receiver.pushes.map(({ query }) => query['sampleRate']);
    expect(rates).toEqual(['50', '1000']);
    const [alone, shared] = receiver.pushes.map(fileOf);
    // on a busy machine a sample stands for less time than lies between two
    expect(shared.period).toBeLessThan(alone.period);
    expect(countOf(shared)).toBeGreaterThan(samples.length / 2);
  });

  test('returns to its own interval with the window after that', SAMPLED, async () => {
    const profiling = start({ cpuHz: 50, every: '200ms' });
    const session = sessions().profile({ memoryPeriodMs: null, gc: false, cpuIntervalUs: 1000 });
    spin(50);
    session.stop();
    for (let turn = 0; turn < 6; turn++) {
      spin(60);
      await sleep(60);
    }
    await profiling.stop();
    const rates = receiver.pushes.map(({ query }) => query['sampleRate']);
    expect(rates).toContain('1000');
    expect(rates.at(-1)).toBe('50');
  });

  test(
    'starts beside a recording at its interval, which stays as it is',
    { ...SAMPLED, tags: 'night' },
    async () => {
      const session = sessions().profile({ memoryPeriodMs: null, gc: false, cpuIntervalUs: 2000 });
      const profiling = start({ cpuHz: 50 });
      spin(300);
      const stats = await profiling.stop();
      spin(300);
      session.stop();
      expect(stats).toMatchObject({ pushed: 1, lastError: null });
      expect(receiver.pushes[0].query['sampleRate']).toBe('500');
      const { sources, samples } = session.finished.data;
      expect(sources.find(({ source }) => source === 'cpuSampler')?.message).toBe('');
      expect(samples.length).toBeGreaterThan(40);
    }
  );
});
