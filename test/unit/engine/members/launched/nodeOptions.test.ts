import { expect, test } from 'vitest';
import {
  withoutRequired,
  withRequired
} from '../../../../../src/engine/members/launched/nodeOptions';

const FILE = '/a folder/with "quotes"/and\\more/register.js';

test.each([undefined, '--max-old-space-size=300', '--require "./my file.js" --no-warnings'])(
  'gives the options %s back as they were',
  options => {
    expect(withoutRequired(withRequired(options, FILE), FILE)).toBe(options);
  }
);

test('puts its module before those of the user, once', () => {
  const once = withRequired('--require ./mine.js', FILE);
  expect(once.indexOf('register.js')).toBeLessThan(once.indexOf('mine.js'));
  expect(withRequired(once, FILE)).toBe(once);
});

test('takes its module out of options that a shell has added to', () => {
  expect(withoutRequired(`${withRequired('--a', FILE)} --b`, FILE)).toBe('--a --b');
});
