import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EventCase, compareFirst, compareModern } from '../../../support/eventVectors';
import { useFolder } from '../../../support/folders';

const file = new URL('../../../golden/torch/events.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly EventCase[];
const folder = useFolder();

describe.each(cases.map((one, index) => [index, one] as const))('random events %i', (_, one) => {
  it('are what PyTorch 1.0.1 makes of them, to the byte', () => {
    for (const [name, expected, actual] of compareFirst(one, folder)) {
      expect(actual, name).toEqual(expected);
    }
  });

  it('are what PyTorch 2.13 makes of them, to the byte', () => {
    for (const [name, expected, actual] of compareModern(one, folder)) {
      expect(actual, name).toEqual(expected);
    }
  });
});

it('holds events with kernels, unusual names, stacks, shapes and operations', () => {
  const events = cases.flatMap(one => one.events);
  expect(events.some(({ kernels }) => new Set(kernels.map(kernel => kernel[1])).size > 1)).toBe(
    true
  );
  expect(events.some(({ name }) => name.includes('🚀'))).toBe(true);
  expect(events.some(({ stack }) => stack.length > 1)).toBe(true);
  expect(cases.some(({ modern }) => / [KMGT]?FLOPs/.test(modern.averagesTable))).toBe(true);
});
