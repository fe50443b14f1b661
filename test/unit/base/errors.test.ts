import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  codeOf,
  fileReasonOf,
  firstLineOf,
  KernelscopeError,
  messageOf
} from '../../../src/base/errors';

class ExampleError extends KernelscopeError {}

describe('an error of Kernelscope', () => {
  test('is named after its class', () => {
    const error = new ExampleError('it went wrong');
    expect([error.name, String(error)]).toEqual(['ExampleError', 'ExampleError: it went wrong']);
    expect(error).toBeInstanceOf(KernelscopeError);
  });

  test('shows nothing but its text and its stack', () => {
    expect(inspect(new ExampleError('it went wrong'))).not.toMatch(/cause|\{/);
    expect(new ExampleError('it went wrong', { cause: undefined })).not.toHaveProperty('cause');
  });

  test('shows what led to it', () => {
    const error = new ExampleError('it went wrong', { cause: new RangeError('too far') });
    expect(error.cause).toBeInstanceOf(RangeError);
    expect(inspect(error)).toContain('[cause]: RangeError: too far');
  });
});

describe('whatever was thrown', () => {
  test('has a first line', () => {
    expect(firstLineOf(new Error('Cannot find it\nRequire stack:\n- a'))).toBe('Cannot find it');
    expect(firstLineOf('one line')).toBe('one line');
  });

  test('has a code if it is an error of Node', () => {
    expect(codeOf(Object.assign(new Error('absent'), { code: 'ENOENT' }))).toBe('ENOENT');
    expect(codeOf(new Error('absent'))).toBe('');
    expect(codeOf({ code: 'ENOENT' })).toBe('');
  });

  test('says in plain words why a file could not be read', () => {
    const failure = Object.assign(new Error('EACCES: denied, open'), { code: 'EACCES' });
    expect(fileReasonOf(failure)).toBe('permission is denied');
    expect(fileReasonOf(new Error('it is empty'))).toBe('it is empty');
  });
});

test.each([
  ['an object without a prototype', Object.create(null) as unknown],
  [
    'an object whose text cannot be had',
    {
      toString: () => {
        throw new Error('no text');
      }
    }
  ],
  [
    'an error whose message cannot be had',
    Object.defineProperty(new Error(), 'message', { get: () => Object.create(null) as unknown })
  ]
])('%s has a message all the same', (_, thrown) => {
  expect(messageOf(thrown)).toBe('a value without a text was thrown');
});
