import { expect, test } from 'vitest';
import { Exchange, RANK_MESSAGE } from '../../../../src/engine/members/rankMessage';
import { MEMBER_TIMING } from '../../../../src/engine/members/memberRecordings';

/** Timers that keep this process alive. */
const awaited = (): number =>
  process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;

test.each([
  { what: 'a beginning', timing: MEMBER_TIMING.start, keeps: false },
  { what: 'an end', timing: MEMBER_TIMING.finish, keeps: true }
])('a process is kept alive by $what that it waits for: $keeps', async ({ timing, keeps }) => {
  const before = awaited();
  const exchange = new Exchange({
    request: { cmd: RANK_MESSAGE, sender: 'me', number: 1, expiresAtMs: Infinity, commands: [] },
    timing,
    send: () => undefined,
    texts: { unanswered: () => 'unanswered', unfinished: () => 'unfinished' }
  });
  expect(awaited() > before).toBe(keeps);
  exchange.take({ kind: 'taken' });
  expect(awaited() > before).toBe(keeps);
  exchange.fail('over');
  expect(awaited()).toBe(before);
  expect(await exchange.result).toEqual({ kind: 'failed', error: 'over' });
});
