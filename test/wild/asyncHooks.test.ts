import { describe, expect, test } from 'vitest';
import { sampleOf } from '../support/tiers';
import { expectAsBare, NODE } from './bareAndRecorded';

/** Says at its very end which asynchronous resources its hook has seen, by type. */
const COUNTS = `
const { createHook } = require('node:async_hooks');
const { writeSync } = require('node:fs');
const counts = {};
createHook({ init(id, type) { counts[type] = (counts[type] ?? 0) + 1; } }).enable();
const garbage = () => Array.from({ length: 200_000 }, (_, each) => ({ each }));
setTimeout(() => {
  for (let round = 0; round < 20; round++) garbage();
  Promise.resolve(1).then(() => setTimeout(() => writeSync(1, 'done '), 300));
}, 300);
process.on('exit', () => writeSync(1, JSON.stringify(Object.entries(counts).sort())));
`;

const OPTIONS = [
  [],
  ['--allocations', '--deopts'],
  ['--async'],
  ['--heap-diff'],
  ['--retained', '--no-cpu'],
  ['--no-memory', '--no-waits', '--no-requests'],
  ['--no-workers', '--databases', '--api', '--stack']
];

/** From release 24 on hooks cannot be told apart from those of the program, and see a little of the end. */
const hidesHooks = /[/-]v?24\./.test(NODE) || Number(process.versions.node.split('.')[0]) >= 24;

describe('a program that follows asynchronous resources', () => {
  test.skipIf(hidesHooks).each(
    sampleOf(
      OPTIONS.map(options => ({ options })),
      3
    )
  )('sees its own alone with $options', async ({ options }) => {
    const files = { 'main.cjs': COUNTS };
    const { out } = await expectAsBare({
      title: '',
      files,
      args: ['main.cjs'],
      options,
      hasViews: false
    });
    expect(out).toContain('"Timeout",2');
  });
});
