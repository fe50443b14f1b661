import path from 'node:path';
import { expect, test } from 'vitest';
import { sharePackages } from '../../../../kernel-bridge/src/host/sharePackages';

test('packages of the kernel are looked for after those that the user named, once', () => {
  const environment: NodeJS.ProcessEnv = { NODE_PATH: `/mine${path.delimiter}` };
  sharePackages('/kernel/packages', environment);
  sharePackages('/kernel/packages', environment);
  expect(environment).toEqual({ NODE_PATH: ['/mine', '/kernel/packages'].join(path.delimiter) });
});

test('packages of the kernel are looked for where the user named none', () => {
  const environment: NodeJS.ProcessEnv = {};
  sharePackages('/kernel/packages', environment);
  expect(environment).toEqual({ NODE_PATH: '/kernel/packages' });
});
