import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  ContinuousProfiling,
  ContinuousStats
} from '../../../../src/engine/continuous/continuousProfiling';
import { type Answer, PyroscopeReceiver } from '../../../support/pyroscopeReceiver';
import { spin } from '../../../support/spin';
import { useTestSessions } from '../../../support/testSessions';
import { sampleOf } from '../../../support/tiers';

const sessions = useTestSessions();

let receiver: PyroscopeReceiver;

beforeEach(async () => {
  receiver = await PyroscopeReceiver.start();
});

afterEach(async () => {
  await receiver.stop();
  sessions().host.cpuAttachment.dispose();
});

function start(every: '1m' | '100ms'): ContinuousProfiling {
  return sessions().profile.continuous({
    ...{ push: receiver.url, protocol: 'otlp', name: 'test-service', cpuHz: 500, every },
    ...{ queue: 100, timeout: '5s', labels: { pid: null } }
  });
}

/** Pushes one window, in one try. */
async function pushOnce(answer: Answer): Promise<ContinuousStats> {
  receiver.answer = answer;
  const profiling = start('1m');
  spin(30);
  return profiling.stop();
}

/** `ExportProfilesServiceResponse { partial_success { rejected_profiles, error_message: "no" } }` */
const partialSuccess = (rejected: number): Uint8Array =>
  Uint8Array.of(0x0a, 6, 8, rejected, 0x12, 2, 0x6e, 0x6f);

describe('profile.continuous over OTLP', () => {
  test('pushes a gzipped request below the path of the URL', async () => {
    const { pushed, bytes } = await pushOnce(response => void response.end());
    const [{ method, path, headers, body }] = receiver.pushes;
    expect({ method, path, pushed }).toEqual({
      ...{ method: 'POST', path: '/v1development/profiles', pushed: 1 }
    });
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
    });
    expect(bytes).toBe(body.length);
    const text = gunzipSync(body).toString('latin1');
    for (const part of ['service.name', 'test-service', 'host.name', 'thread.name', 'v8js']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('process.pid');
  });

  test('counts a window as dropped that the server rejects in its answer', async () => {
    const stats = await pushOnce(response => void response.end(partialSuccess(1)));
    expect(stats).toMatchObject({ pushed: 0, failed: 1, dropped: 1, bytes: 0 });
    expect(stats.lastError).toBe(
      `The push to ${receiver.url} failed: the server rejected 1 profile.`
    );
  });

  test.each([
    ['a warning', partialSuccess(0)],
    ['a page', Buffer.from('<html>')],
    ['more than is read', Buffer.alloc(1 << 20, 0x0a)]
  ])('counts a window as pushed that is answered with %s', async (_title, answer) => {
    const stats = await pushOnce(response => void response.end(answer));
    expect(stats).toMatchObject({ pushed: 1, failed: 0, dropped: 0, lastError: null });
  });

  test.each(sampleOf([429, 502, 503, 504], 4))(
    'pushes a window again after status %i',
    async status => {
      let answers = 0;
      receiver.answer = response => void response.writeHead(++answers > 1 ? 200 : status).end();
      const profiling = start('100ms');
      spin(120);
      await receiver.received(2);
      expect(receiver.pushes[1].body).toEqual(receiver.pushes[0].body);
      expect(await profiling.stop()).toMatchObject({ failed: 1, dropped: 0 });
    }
  );

  test.each(sampleOf([400, 408, 500, 501], 3))('drops a window after status %i', async status => {
    receiver.answer = response => void response.writeHead(status).end();
    const profiling = start('100ms');
    spin(120);
    await receiver.received(1);
    while (profiling.stats.failed === 0) await new Promise(setImmediate);
    expect(profiling.stats).toMatchObject({ pushed: 0, dropped: profiling.stats.failed });
    await profiling.stop();
  });
});
