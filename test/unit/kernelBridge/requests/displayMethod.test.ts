import { describe, expect, it } from 'vitest';
import {
  askForDisplay,
  displayProblem
} from '../../../../kernel-bridge/src/requests/displayMethod';

const KEY = Symbol.for('kernelscope.display');
const NOTHING = { display: null, problem: null };

describe('a value that is asked how it is shown', () => {
  it('answers with a table or a profile', () => {
    const profile = {};
    expect(askForDisplay({ [KEY]: () => ({ html: '<p>', text: 'p' }) }).display).toEqual({
      html: '<p>',
      text: 'p'
    });
    expect(askForDisplay({ [KEY]: () => ({ profile }) }).display?.profile).toBe(profile);
    const compared = {};
    const both = askForDisplay({ [KEY]: () => ({ profile, compared }) }).display;
    expect([both?.profile, both?.compared]).toEqual([profile, compared]);
    const ranks = {};
    const table = { text: 'p', ranks };
    expect(askForDisplay({ [KEY]: () => table }).display).toEqual({ text: 'p', ranks });
    expect(askForDisplay({ [KEY]: () => ({ ranks }) }).display).toBeNull();
    const fn = Object.assign(() => 1, { [KEY]: () => ({ text: 'a function' }) });
    expect(askForDisplay(fn).display).toEqual({ text: 'a function' });
  });

  it('reports what its method throws', () => {
    const thrower = (error: unknown) => ({
      [KEY]: () => {
        throw error;
      }
    });
    expect(askForDisplay(thrower(new TypeError('boom')))).toEqual({
      display: null,
      problem: displayProblem(new TypeError('boom'))
    });
    expect(displayProblem(new TypeError('boom'))).toContain('TypeError: boom');
    expect(askForDisplay(thrower(null)).problem).toContain('null');
    const getter = Object.defineProperty({}, KEY, {
      get() {
        throw new Error('read');
      }
    });
    expect(askForDisplay(getter).problem).toContain('Error: read');
  });

  it.each([
    ['has no method', {}],
    ['has something else there', { [KEY]: 1 }],
    ['answers null', { [KEY]: () => null }],
    ['answers text', { [KEY]: () => 'text' }],
    ['answers nothing that is known', { [KEY]: () => ({ html: 1, text: {}, profile: 'x' }) }],
    ['answers with too much', { [KEY]: () => ({ text: 'x'.repeat(1_000_001) }) }],
    ['is a proxy', new Proxy({}, { get: () => () => ({ text: 'everything' }) })]
  ])('is printed where it %s', (_what, value) => {
    expect(askForDisplay(value)).toEqual(NOTHING);
  });
});
