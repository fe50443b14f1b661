import { FrameKind, type Profile } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { readChromeTrace } from '../../../../src/formats/chrome/read';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { argsOf } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => FrameKind.user };

function readText(text: string): Profile {
  return readChromeTrace(new TextEncoder().encode(text), OPTIONS, SCRIPTS);
}

function read(events: readonly unknown[]): Profile {
  return readText(JSON.stringify(events));
}

const at = (ph: string, ts: number, more: object = {}): object => ({
  ph,
  ts,
  pid: 1,
  tid: 1,
  ...more
});

/** `name start+duration` in microseconds, in the order of the table. */
function texts({ slices, labels, strings }: Profile): string[] {
  return Array.from(slices.label, (label, row) => {
    const time = `${slices.start[row] / 1000}+${slices.duration[row] / 1000}`;
    return `${strings[labels.name[label]]} ${time}`;
  });
}

/** The names of the slices at both ends of each arrow. */
function arrows({ flows, slices, labels, strings }: Profile): string[] {
  const name = (row: number): string => strings[labels.name[slices.label[row]]];
  return Array.from(flows.from, (from, row) => `${name(from)} → ${name(flows.to[row])}`);
}

test('an end whose name no open slice has ends nothing, and is counted', () => {
  const profile = read([
    at('B', 0, { name: 'outer' }),
    at('B', 10, { name: 'inner' }),
    at('E', 20, { name: 'stray' }),
    at('E', 80, { name: 'inner' }),
    at('E', 100, { name: 'outer' })
  ]);
  expect(texts(profile)).toEqual(['outer 0+100', 'inner 10+70']);
  expect(profile.sources[0].message).toContain('1 end of a slice has no beginning');
});

test('an end goes to the newest slice of its name, of these to one of its category', () => {
  const profile = read([
    at('B', 0, { name: 'a', cat: 'x' }),
    at('B', 10, { name: 'a', cat: 'y' }),
    at('B', 20, { name: 'b', cat: 'x' }),
    at('E', 30, { name: 'a', cat: 'x' }),
    at('E', 40, { name: 'b', cat: 'other' }),
    at('E', 50)
  ]);
  expect(texts(profile)).toEqual(['a 0+30', 'a 10+40', 'b 20+20']);
});

test('a slice without an end lasts until the one around it ended', () => {
  const profile = read([
    at('B', 0, { name: 'outer' }),
    at('B', 10, { name: 'open' }),
    at('E', 50, { name: 'outer' }),
    at('X', 60, { name: 'later', dur: 40 })
  ]);
  expect(texts(profile)).toEqual(['outer 0+50', 'open 10+40', 'later 60+40']);
  expect(argsOf(profile, 'open')).toEqual({ unfinished: true });
});

test('a slice of no duration may have its end before its beginning in the file', () => {
  const profile = read([
    at('B', 0, { name: 'outer' }),
    at('E', 10, { name: 'point', args: { k: 1 } }),
    at('B', 10, { name: 'point' }),
    at('E', 20, { name: 'point' }),
    at('E', 30, { name: 'outer' })
  ]);
  expect(texts(profile)).toEqual(['outer 0+30', 'point 10+0']);
  expect(argsOf(profile, 'point')).toEqual({ k: 1 });
  expect(profile.sources[0].message).toContain('1 end of a slice has no beginning');
});

test('a duration is that of the clock of the thread where it has no other', () => {
  const profile = read([
    at('X', 0, { name: 'a', tdur: 7 }),
    at('X', 10, { name: 'b', tdur: 7, dur: 9 })
  ]);
  expect(texts(profile)).toEqual(['a 0+7', 'b 10+9']);
});

test('very many slices of one name, or that are left open, take no longer than these', () => {
  const count = 30_000;
  const begins = Array.from({ length: count }, (_, row) => at('B', row, { name: `n${row % 7}` }));
  const ends = Array.from({ length: count }, (_, row) =>
    at('E', count + row, { name: `n${row % 7}` })
  );
  const strays = Array.from({ length: count }, (_, row) =>
    at('E', 3 * count + row, { name: 'stray' })
  );
  const profile = read([...begins, ...ends, at('B', 2 * count, { name: 'open' }), ...strays]);
  expect(profile.slices.length).toBe(count + 1);
  expect(profile.sources[0].message).toContain('30,000 ends of slices have no beginning');
});

test('of an argument of a beginning and its end, that of the end stays, once', () => {
  const profile = read([
    at('B', 1, { name: 'a', args: { k: 1, own: 'b' } }),
    at('E', 2, { args: { k: 2, more: true } }),
    at('E', 9, { name: 'b', args: { k: 4 } }),
    at('B', 5, { name: 'b', args: { k: 3 } })
  ]);
  expect(argsOf(profile, 'a')).toEqual({ own: 'b', k: 2, more: true });
  expect(argsOf(profile, 'b')).toEqual({ k: 4 });
  const written = new TextDecoder().decode(encodeChromeTrace(profile));
  expect(written.match(/"k":/g)).toHaveLength(2);
});

test('a backslash that begins no escape sequence of JSON stays', () => {
  const profile = readText(
    String.raw`[{"ph":"X","ts":0,"dur":1,"pid":1,"tid":1,"name":"torch\cuda\__init__.py\u00e9\n\u12"},` +
      String.raw`{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"C:\work\new"}}]`
  );
  expect(texts(profile)).toEqual([`torch\\cuda\\__init__.pyé\n\\u12 0+1`]);
  expect(profile.tracks.map(({ name }) => name)).toContain('C:\\work\new');
});

test('arrows of version 2 lead from event to event, also to several, and onward', () => {
  const flow = (name: string, ts: number, more: object): object =>
    at('X', ts, { name, dur: 10, tid: ts, bind_id: '0x77', ...more });
  const profile = read([
    flow('consume', 40, { flow_in: true }),
    flow('relay', 20, { flow_in: true, flow_out: true }),
    flow('produce', 0, { flow_out: true }),
    flow('consume too', 60, { flow_in: true }),
    flow('neither', 70, {}),
    at('B', 80, { name: 'begun', tid: 9, bind_id: 5, flow_out: true }),
    at('b', 90, { name: 'request', cat: 'net', id: 3, bind_id: 5, flow_in: true })
  ]);
  expect(arrows(profile)).toEqual([
    'produce → relay',
    'relay → consume',
    'relay → consume too',
    'begun → request'
  ]);
});

test('a list may end behind any event, with or without a comma, and is whole then', () => {
  const [first, second] = [at('X', 1, { dur: 1 }), at('X', 5, { dur: 1 })].map(event =>
    JSON.stringify(event)
  );
  for (const text of ['[', `[${first}`, `[${first},`, `[${first},\n${second}\n`, `[${first}]`]) {
    expect(readText(text).meta.truncated, text).toBe(false);
  }
  for (const text of [
    `[${first},{`,
    `[${first},${second.slice(0, -1)}`,
    `{"traceEvents":[${first}`
  ]) {
    expect(readText(text).meta.truncated, text).toBe(true);
  }
});
