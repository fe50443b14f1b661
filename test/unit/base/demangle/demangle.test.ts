import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demangle } from '../../../../src/base/demangle/demangle';

const golden = readFileSync(
  fileURLToPath(new URL('../../../golden/demangle/names.tsv', import.meta.url)),
  'utf8'
);
const pairs = golden
  .trimEnd()
  .split('\n')
  .map(row => row.split('\t'));

describe('demangle', () => {
  test('writes every name of the golden file as c++filt does', () => {
    expect(pairs.length).toBeGreaterThan(600);
    const written = pairs.map(([mangled]) => demangle(mangled));
    expect(written).toEqual(pairs.map(([, text]) => text));
  });

  test.each([
    ['N5torch8autograd9GraphRootE', 'torch::autograd::GraphRoot'],
    ['St6vectorIiSaIiEE', 'std::vector<int, std::allocator<int> >'],
    ['3FooIiE', 'Foo<int>'],
    ['__Z6kernelPf', 'kernel(float*)']
  ])('reads the bare type or name %s', (mangled, text) => {
    expect(demangle(mangled)).toBe(text);
  });

  test.each(['mul, seq = 0', 'i', 'outer range', '10iterations', 'Net', 'Stage', 'NONE', 'St', ''])(
    'leaves %j alone, which somebody typed',
    name => expect(demangle(name)).toBe(name)
  );

  test.each(['_Z', '_Z1', '_Z3fo', '_ZN1A', '_Z1fS_', '_Z1fT_', '_Z1fIT_EvT_', '_Z1fv!'])(
    'leaves %s alone, which only begins like a mangled name',
    name => expect(demangle(name)).toBe(name)
  );

  test('names a variable that the compiler copied as it is', () => {
    expect(demangle('_ZL5table.1')).toBe('_ZL5table.1');
    expect(demangle('_Z1fv.part.0.cold')).toBe('f() [clone .part.0] [clone .cold]');
  });

  test('gives up on monstrous names in time', () => {
    const numbered = (row: number): string => `S${row.toString(36).toUpperCase()}_`;
    const doubling = Array.from({ length: 60 }, (_, row) => {
      return `S0_I${numbered(row + 1)}${numbered(row + 1)}E`;
    });
    const monsters = [
      `_Z1f${'P'.repeat(30_000)}i`,
      `_Z1f1A1BIS_S_E${doubling.join('')}`,
      'x'.repeat(1e6)
    ];
    const start = performance.now();
    expect(monsters.map(name => demangle(name) === name)).toEqual([true, true, true]);
    const small = demangle(`_Z1f1A1BIS_S_E${doubling.slice(0, 1).join('')}`);
    expect(small).toBe('f(A, B<A, A>, B<B<A, A>, B<A, A> >)');
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test.each([
    ['scopes in a pack', `_Z1fIJiEEvDpN${'1a'.repeat(15_000)}E`],
    ['packs in packs', `1a${'I'.repeat(31_000)}E`],
    ['tags', `_ZN1f${'B1a'.repeat(10_000)}Ei`],
    ['qualifiers', `_Z1f${'K'.repeat(30_000)}i`]
  ])('leaves a name alone that has more %s than any real one', (_, name) => {
    expect(demangle(name)).toBe(name);
  });

  test('never throws, whatever becomes of a name', () => {
    const mangled = pairs.map(([name]) => name);
    const cut = fc.record({
      name: fc.constantFrom(...mangled),
      at: fc.nat(80),
      other: fc.constantFrom(...mangled),
      from: fc.nat(80)
    });
    fc.assert(
      fc.property(cut, ({ name, at, other, from }) => {
        expect(typeof demangle(name.slice(0, at) + other.slice(from))).toBe('string');
      }),
      { numRuns: 2000 }
    );
  });
});
