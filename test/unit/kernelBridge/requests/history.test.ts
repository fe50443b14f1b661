import { expect, test } from 'vitest';
import { History } from '../../../../kernel-bridge/src/requests/history';

function filled(): History {
  const history = new History();
  ['let a = 1', 'let b = 2', 'a + b'].forEach((source, index) => history.add(index + 1, source));
  return history;
}

test('the tail is the latest entries', () => {
  expect(filled().answer({ hist_access_type: 'tail', n: 2 })).toEqual({
    status: 'ok',
    history: [
      [0, 2, 'let b = 2'],
      [0, 3, 'a + b']
    ]
  });
});

test.each([0, -1, -0.5, 0.5])('no entries are asked for by an n of %d', n => {
  for (const request of [
    { hist_access_type: 'tail', n },
    { hist_access_type: 'search', pattern: '*', n }
  ]) {
    expect(filled().answer(request)).toEqual({ status: 'ok', history: [] });
  }
});

test.each([3, 4, 1e9])('all entries are asked for by an n of %d', n => {
  const { history } = filled().answer({ hist_access_type: 'search', pattern: '*', n }) as {
    history: unknown[];
  };
  expect(history).toHaveLength(3);
});

test('a range has its start and not its stop', () => {
  const { history } = filled().answer({ hist_access_type: 'range', start: 1, stop: 2 }) as {
    history: unknown[];
  };
  expect(history).toEqual([[0, 1, 'let a = 1']]);
});

test('a search takes globs, in which other signs stand for themselves', () => {
  const search = (pattern: string): unknown =>
    (filled().answer({ hist_access_type: 'search', pattern }) as { history: unknown[] }).history;
  expect(search('let ? = *')).toHaveLength(2);
  expect(search('a + b')).toEqual([[0, 3, 'a + b']]);
  expect(search('a.*')).toEqual([]);
});

test('with outputs, each source comes with none', () => {
  const reply = filled().answer({ hist_access_type: 'tail', n: 1, output: true });
  expect(reply).toMatchObject({ history: [[0, 3, ['a + b', null]]] });
});

test('at most 1,000 entries are kept', () => {
  const history = new History();
  for (let line = 1; line <= 1200; line += 1) {
    history.add(line, `${line}`);
  }
  const reply = history.answer({ hist_access_type: 'tail' }) as { history: unknown[][] };
  expect(reply.history).toHaveLength(1000);
  expect(reply.history[0]).toEqual([0, 201, '201']);
});
