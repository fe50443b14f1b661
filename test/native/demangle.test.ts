import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demangler } from '../../src/native/demangler';
import { loadAddon } from '../../src/native/loader';
import { KNOWN_NAMES } from '../support/demangleKnown';
import { repositoryRoot } from '../support/fakeCuda/root';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const demangle = demangler(() => loadAddon(at('src', 'lib', 'native')).gpu);
const pairs = readFileSync(at('test', 'golden', 'demangle', 'names.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(row => row.split('\t'));

/** Names of the golden file that may differ: C++ libraries of GNU are not all as new as its c++filt. */
const MOST_UNKNOWN = 7;

describe('demangling by the C++ library of the system', () => {
  test('writes the names of the golden file as c++filt does', () => {
    expect(pairs.length).toBeGreaterThan(600);
    const others = pairs.filter(([mangled, text]) => demangle(mangled) !== text);
    expect(others.slice(MOST_UNKNOWN)).toEqual([]);
  });

  test.each([
    ...Object.entries(KNOWN_NAMES),
    ['St6vectorIiSaIiEE', 'std::vector<int, std::allocator<int> >'],
    ['3FooIiE', 'Foo<int>'],
    ['_Z1fv.part.0.cold', 'f() [clone .part.0] [clone .cold]'],
    [
      '_ZN2at6native13reduce_kernelILi512ELi1EfEEvT1_',
      'void at::native::reduce_kernel<512, 1, float>(float)'
    ]
  ])('reads the name or type %s', (mangled, text) => {
    expect(demangle(mangled)).toBe(text);
  });

  test.each(['mul, seq = 0', 'i', 'outer range', '10iterations', 'Net', 'Stage', 'NONE', 'St', ''])(
    'leaves %j alone, which somebody typed',
    name => expect(demangle(name)).toBe(name)
  );

  test.each([
    '_Z',
    '_Z1',
    '_Z3fo',
    '_ZN1A',
    '_Z1fS_',
    '_Z1fT_',
    '_Z1fIT_EvT_',
    '_Z1fv!',
    '_Z1fv\0g'
  ])('leaves %j alone, which only begins like a mangled name', name =>
    expect(demangle(name)).toBe(name)
  );
});

describe('names that would take the demangler long', () => {
  const reference = (row: number): string =>
    `S${row === 0 ? '' : (row - 1).toString(36).toUpperCase()}_`;
  /** A name in which each type has the one before it as often as `times`, so that it multiplies. */
  const multiplied = (levels: number, times: number, base = '1A'): string => {
    const types = Array.from({ length: levels }, (_, row) => {
      return `1${String.fromCharCode(66 + row)}I${reference(2 * row).repeat(times)}E`;
    });
    return `_Z1f${base}${types.join('')}`;
  };

  test('are left alone, however they multiply', () => {
    const doubling = Array.from({ length: 60 }, (_, row) => {
      return `S0_I${reference(row + 2).repeat(2)}E`;
    });
    const monsters = [
      `_Z1f1A1BIS_S_E${doubling.join('')}`,
      multiplied(20, 2),
      multiplied(12, 3),
      multiplied(9, 3, `800${'A'.repeat(800)}`),
      `_Z1fIJ${'i'.repeat(200)}EEvDp1AIJT_Dp1BIJT_Dp1CIJT_EEEEEE`,
      `_Z1f${'P'.repeat(30_000)}i`,
      `_Z1fIJiEEvDpN${'1a'.repeat(15_000)}E`,
      `1a${'I'.repeat(31_000)}E`,
      'x'.repeat(1e6)
    ];
    const begun = process.cpuUsage();
    expect(monsters.filter(name => demangle(name) !== name)).toEqual([]);
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });

  test('are read where they refer to their parts less often', () => {
    expect(demangle(multiplied(2, 2))).toBe('f(A, B<A, A>, C<B<A, A>, B<A, A> >)');
    expect(demangle(multiplied(8, 3)).length).toBeGreaterThan(40_000);
    const repeated = `_ZN1a1bE${'PKfS1_'.repeat(20)}`;
    expect(demangle(repeated)).toBe(`a::b(${Array(40).fill('float const*').join(', ')})`);
  });

  test('never end the process, whatever becomes of a name', () => {
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
