import { expect, it } from 'vitest';
import { localNames } from '../../../../../kernel-bridge/src/cells/compiler/internalCompiler';

it('finds all names of the outermost scope of a cell, and no others', () => {
  const names = localNames(
    '/cell.ts',
    `export {};
import fs, { join as joined } from 'fs';
const { a, b: [c] } = given;
let __d = (inner: number) => { const hidden = inner; };
function f() {} class C {} enum E { One } namespace N { export const n = 1; }
interface I {} type T = string;
{ const block = 1; var hoisted = 2; }
export const exported = 3;
broken(`
  );
  const expected = ['fs', 'joined', 'a', 'c', '___d', 'f', 'C', 'E', 'N', 'I', 'T'];
  expect([...names.keys()].sort()).toEqual([...expected, 'hoisted', 'exported'].sort());
});
