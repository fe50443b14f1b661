import vm from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { compiledMaps, LoadedMaps } from '../../../../../src/sources/v8/scripts/loadedMaps';

const { Script, compileFunction } = vm;
const MAP = 'data:application/json;base64,e30=';
const USERS = [{}, {}] as const;

/** Has each user note scripts of a program that loads a file. */
function noteFor(users: readonly object[], file: string): void {
  const watch = (pattern: RegExp, listener: () => void) => {
    if (pattern.test(file)) for (let time = 0; time < 2; time++) listener();
    return () => undefined;
  };
  for (const user of users) compiledMaps.acquire(user, { watch });
}

/** Compiles code as Jest does up to 29, and as it does since. */
function compile(filename: string, comment = `//# sourceMappingURL=${MAP}`): vm.Script {
  const code = `({"Object.<anonymous>":function(){\nreturn 1;\n${comment}\n}});`;
  return new vm.Script(code, { filename });
}

const JEST = '/app/node_modules/jest-runtime/build/index.js';
const known = (name: string): string | undefined =>
  new LoadedMaps(
    () => 0n,
    () => new Map()
  ).get(name);

afterEach(() => {
  for (const user of USERS) compiledMaps.release(user);
});

describe('the maps of scripts that Jest has compiled', () => {
  test('are known when V8 lists the scripts no more', () => {
    noteFor(USERS, JEST);
    compile('/app/a.test.ts');
    expect(known('/app/a.test.ts')).toBe(MAP);
    expect(known('file:///app/a.test.ts')).toBe(MAP);
    compiledMaps.release(USERS[0]);
    const code = 'return given;\n//# sourceMappingURL=b.map';
    const compiled = vm.compileFunction(code, ['given'], { filename: '/app/b.test.ts' });
    expect((compiled as (given: number) => number)(3)).toBe(3);
    expect(known('/app/b.test.ts')).toBe('b.map');
  });

  test.each([
    ['of packages', '/app/node_modules/p/index.ts', undefined],
    ['without one', '/app/c.test.ts', '// sourceMappingURL'],
    ['of others, before the code goes on', '/app/d.test.ts', `//# sourceMappingURL=${MAP}\nf();`]
  ])('are not those %s', (_, file, comment) => {
    noteFor(USERS, JEST);
    compile(file, comment);
    expect(known(file)).toBeUndefined();
  });

  test('are noted of Jest alone, and `vm` is as it was before and after', () => {
    noteFor(USERS, '/app/node_modules/mocha/index.js');
    expect(vm.Script).toBe(Script);
    for (const user of USERS) compiledMaps.release(user);
    noteFor(USERS, JEST);
    expect(vm.Script).not.toBe(Script);
    const script = compile('/app/e.test.ts');
    expect(script).toBeInstanceOf(Script);
    expect(Object.getPrototypeOf(script)).toBe(Script.prototype);
    expect([vm.Script.name, vm.Script.length]).toEqual([Script.name, Script.length]);
    expect(vm.compileFunction.length).toBe(compileFunction.length);
    expect(() => new vm.Script('(', { filename: '/app/f.test.ts' })).toThrow(SyntaxError);
    for (const user of USERS) compiledMaps.release(user);
    expect(vm.Script).toBe(Script);
    expect(vm.compileFunction).toBe(compileFunction);
  });
});
