import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { GpuState } from '../../../src/native/gpuAddon';

const guide = readFileSync(new URL('../../../docs/user-guide/gpu.md', import.meta.url), 'utf8');

/** Every state, which the compiler checks. */
const STATES: Readonly<Record<GpuState, true>> = {
  'no-driver': true,
  'driver-too-old': true,
  'driver-error': true,
  'no-device': true,
  'no-cupti': true,
  'unknown-cupti': true,
  'cupti-newer-than-driver': true,
  'no-permission': true,
  busy: true,
  'cupti-error': true,
  ready: true
};

it.each(Object.keys(STATES))('documents the state %s of GPUs', state => {
  expect(guide).toContain(`| \`${state}\` `);
});
