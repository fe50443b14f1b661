import { channel, tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from 'vitest';
import { endAll, record, requestsOf, start } from '../../../support/requestRecordings';

afterEach(endAll);

describe('calls of databases', () => {
  const redis = tracingChannel<unknown, object>('node-redis:command');

  /** Calls as node-redis publishes them, and one that throws. */
  async function call(): Promise<void> {
    const context = { command: 'GET', args: ['GET', 'secret'] };
    await redis.tracePromise(() => Promise.resolve('value'), context);
    const failing = redis.tracePromise(() => Promise.reject(new TypeError('no')), {
      command: 'HSET'
    });
    await expect(failing).rejects.toThrow('no');
    const closed = Object.assign(new Error('closed'), { code: 'ECLOSED' });
    const throwing = (): never => {
      throw closed;
    };
    expect(() => redis.tracePromise(throwing, { command: 'a secret' })).toThrow(closed);
  }

  it('are recorded on request, with the name of the command alone', async () => {
    const profile = await record(call, { databases: true });
    expect(requestsOf(profile, 'db')).toEqual([
      { name: 'redis GET', status: undefined, error: undefined, unfinished: undefined },
      { name: 'redis HSET', status: undefined, error: 'TypeError', unfinished: undefined },
      { name: 'redis _OTHER', status: undefined, error: 'ECLOSED', unfinished: undefined }
    ]);
    expect(profile.strings.filter(text => text.includes('secret'))).toEqual([]);
  });

  it('are not recorded by default', async () => {
    expect(requestsOf(await record(call), 'db')).toEqual([]);
    expect(redis.start.hasSubscribers).toBe(false);
  });

  it('of drivers that handle errors where they are subscribed to are left alone', () => {
    start({ databases: true });
    const names = ['mysql2:query', 'mysql2:execute', 'ioredis:command'];
    expect(names.filter(name => channel(`tracing:${name}:start`).hasSubscribers)).toEqual([]);
  });
});
