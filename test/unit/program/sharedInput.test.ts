import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedInput, SharedInputError } from '../../../src/program/sharedInput';

/** A run that reads all it gets. */
function reader(input: SharedInput, isLast = false) {
  const target = new PassThrough({ highWaterMark: 4 });
  const errors: SharedInputError[] = [];
  const got = { text: '', hasEnded: false };
  target.on('data', (bytes: Buffer) => (got.text += bytes.toString()));
  target.on('end', () => (got.hasEnded = true));
  const release = input.feed({ target, isLast, fail: error => errors.push(error) });
  return { target, errors, got, release };
}

test('each run reads all from the start, and its end', async () => {
  const source = new PassThrough();
  const input = new SharedInput(source);
  source.end('one two three');
  for (const isLast of [false, false, true]) {
    const { target, got, release } = reader(input, isLast);
    await once(target, 'end');
    expect(got.text).toBe('one two three');
    release();
    release();
  }
});

test('a run reads live, and the next one what was kept, then what still comes', async () => {
  const source = new PassThrough();
  const input = new SharedInput(source);
  const first = reader(input);
  source.write('a');
  await sleep(5);
  expect(first.got).toEqual({ text: 'a', hasEnded: false });
  first.release();
  source.write('b');
  const second = reader(input, true);
  await sleep(5);
  expect(second.got).toEqual({ text: 'ab', hasEnded: false });
  source.end('c');
  await once(second.target, 'end');
  expect([second.got.text, first.got.text]).toEqual(['abc', 'a']);
});

test('a run that does not read leaves an endless source alone', async () => {
  const source = new PassThrough({ highWaterMark: 4 });
  const input = new SharedInput(source, 100);
  const target = new PassThrough({ highWaterMark: 4 });
  const errors: SharedInputError[] = [];
  const release = input.feed({ target, isLast: false, fail: error => errors.push(error) });
  const timer = setInterval(() => source.write('12345678'), 1);
  await sleep(60);
  clearInterval(timer);
  release();
  expect(errors).toEqual([]);
  expect(target.readableLength + target.writableLength).toBeLessThan(40);
  expect(source.isPaused()).toBe(true);
});

test('a run that reads more than can be kept is told so, unless it is the last', async () => {
  const source = new PassThrough();
  const input = new SharedInput(source, 4);
  source.write('12345');
  const { errors } = reader(input);
  await sleep(5);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toBeInstanceOf(SharedInputError);
  expect(errors[0].message).toContain('more than the 4 bytes');

  const other = new PassThrough();
  const last = reader(new SharedInput(other, 4), true);
  other.end('123456789');
  await once(last.target, 'end');
  expect([last.got.text, last.errors]).toEqual(['123456789', []]);
});

test('a run that closes its input, and a source that fails, are no unhandled errors', async () => {
  const source = new PassThrough();
  const input = new SharedInput(source);
  const closed = reader(input);
  closed.target.destroy(new Error('write EPIPE'));
  await sleep(5);
  expect([closed.errors, source.isPaused()]).toEqual([[], true]);
  const { errors } = reader(input);
  source.destroy(new Error('read EIO'));
  await sleep(5);
  expect(errors.map(({ message }) => message)).toEqual(['The input cannot be read: read EIO']);
});
