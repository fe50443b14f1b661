import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as objectErrors from '../../../../src/compat/mxnet/objectErrors';
import { readConfig } from '../../../../src/compat/mxnet/config';
import * as kernelscope from '../../../../src/index';

const guide = readFileSync(
  new URL('../../../../docs/user-guide/mxnet.md', import.meta.url),
  'utf8'
).replace(/ +/g, ' ');

it('documents every key of setConfig with its default', () => {
  for (const [key, value] of Object.entries(readConfig(undefined))) {
    const shown = typeof value === 'string' ? `'${value}'` : String(value);
    expect(guide).toContain(`| \`${key}\` | \`${shown}\` |`);
  }
});

it('documents the error classes of objects, which are exports', () => {
  for (const name of Object.keys(objectErrors)) {
    expect(guide).toContain(`\`${name}\``);
    expect(Object.keys(kernelscope)).toContain(name);
  }
});

it('names no function of the profiler that is not there', () => {
  const named = [...guide.matchAll(/profiler\.(\w+)\(/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(Object.keys(kernelscope.profiler)).toEqual(expect.arrayContaining(named));
});
