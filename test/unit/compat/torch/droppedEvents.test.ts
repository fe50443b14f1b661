import { describe, expect, it } from 'vitest';
import { BARE, eventNames, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();

const NOTE = '90 events were not kept; finished.dumps() has their exact totals';

describe('a session that has more slices than it keeps', () => {
  function full() {
    const { profile, range } = test();
    const session = profile({ ...BARE, limit: { mode: 'keepFirst', slices: 10 } });
    for (let round = 0; round < 100; round++) range('op', () => round);
    return { session, profile, range };
  }

  it('says so below its table and that of its averages', () => {
    const { session } = full();
    session.stop();
    const lastLine = (table: string) => table.trimEnd().split('\n').at(-1);
    expect(lastLine(session.table())).toBe(NOTE);
    expect(lastLine(String(session))).toBe(NOTE);
    expect(lastLine(session.keyAverages().table({ sortBy: 'count' }))).toBe(NOTE);
    expect(session.finished.dumps()).toMatch(/op +100 /);
  });

  it('says nothing of it in the layout of the first profiler, and in lists of some events', () => {
    const { session } = full();
    session.stop();
    expect(session.table({ layout: 'autograd' })).not.toContain('not kept');
    expect(session.events().slice(2).table()).not.toContain('not kept');
  });

  it('takes nothing from one that begins within it', () => {
    const { session, profile, range } = full();
    const inner = profile(BARE);
    for (let round = 0; round < 5; round++) range('inner', () => round);
    inner.stop();
    session.stop();
    expect(eventNames(inner)).toEqual(Array(5).fill('inner'));
    expect(inner.table()).not.toContain('not kept');
    expect(session.events()).toHaveLength(10);
    expect(session.table()).toContain('95 events were not kept;');
  });
});

it('one event that was not kept is spoken of as one', () => {
  const { profile, range } = test();
  const session = profile({ ...BARE, limit: { mode: 'keepLast', slices: 1 } });
  range('first', () => 1);
  range('last', () => 1);
  session.stop();
  expect(session.table()).toContain('1 event was not kept; finished.dumps() has its exact totals');
});
