import { expect, test } from 'vitest';
import { hasCompleteHooks } from '../../../src/program/lineHooks';

test.each([
  ['20.19.0', false],
  ['22.12.0', false],
  ['22.20.0', false],
  ['22.22.2', false],
  ['22.22.3', true],
  ['22.23.0', true],
  ['23.11.0', false],
  ['24.11.0', false],
  ['24.11.1', true],
  ['24.14.1', true],
  ['25.0.0', false],
  ['25.1.0', true],
  ['26.0.0-nightly', true],
  ['27.0.0', true]
])('Node %s has complete hooks on its own thread: %s', (version, expected) => {
  expect(hasCompleteHooks(version)).toBe(expected);
});
