import { expect, test } from 'vitest';
import { withoutExportKeywords } from '../../../../kernel-bridge/src/cells/cellSyntax';

test.each([
  ['export const a = 1;', '       const a = 1;'],
  ['let b;\n  export async function f() {}', 'let b;\n         async function f() {}'],
  ['export class C {} export enum E {}', '       class C {}        enum E {}'],
  ['/* export */ export type T = 1;', '/* export */        type T = 1;']
])('%j loses the keyword, and nothing moves', (source, bare) => {
  expect(withoutExportKeywords(source)).toBe(bare);
});

test.each([
  'const text = "export const a = 1";',
  'export default 4;',
  'export default function f() {}',
  'export { a as b };',
  'export * from "path";',
  'namespace N { export const a = 1; }'
])('%j stays', source => {
  expect(withoutExportKeywords(source)).toBe(source);
});
