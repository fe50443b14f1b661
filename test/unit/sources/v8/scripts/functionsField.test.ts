import { expect, test } from 'vitest';
import {
  decodeFunctions,
  encodeFunctions,
  FUNCTIONS_FIELD
} from '../../../../../src/sources/v8/scripts/functionsField';
import { readFunctions } from '../../../../../src/sources/v8/scripts/readFunctions';

const FUNCTIONS = readFunctions('function a() {\n  for (;;) b(1);\n}\nconst b = x => x;\na();\n');

const mapWith = (value: unknown) => ({ version: 3, [FUNCTIONS_FIELD]: value });

test('functions go through a source map', () => {
  const map = JSON.parse(JSON.stringify(mapWith(encodeFunctions(FUNCTIONS)))) as unknown;
  expect(decodeFunctions(map)).toEqual(FUNCTIONS);
});

test.each([
  null,
  'text',
  [],
  [[]],
  [7],
  [['', 1, 1]],
  [['', 0, 1, 1]],
  [['', 1, 1, 2.5]],
  [['', 1, 1, 2, 'called']],
  [['', 1, 1, 2, 'called', 1, -1]],
  [['', 1, 1, 2, 'called', 1, 'many']],
  [[{}, 1, 1, 2]]
])('a map with %j has none', value => {
  expect(decodeFunctions(mapWith(value))).toBeNull();
});

test('a map without them has none', () => {
  expect(decodeFunctions({ version: 3 })).toBeNull();
  expect(decodeFunctions(null)).toBeNull();
});
