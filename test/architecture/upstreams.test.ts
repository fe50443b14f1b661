import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What the APIs of upstream systems stand on, which therefore knows none of them. */
const BELOW = [
  ...['engine', 'settings', 'open', 'analysis', 'report', 'record', 'model', 'layout'],
  ...['facts', 'columns', 'tables', 'schema', 'base']
];

const UPSTREAM =
  /(?<![A-Za-z])torch|Torch|TORCH|[aA]utograd|[mM]xnet|M[Xx]N(?:et|ET)|[mM]ind[sS]pore|[mM]eg[eE]ngine/;

const FORMULAS = 'says whose rule a formula follows';
const EXPORTED = 'documents what users import under a name that they may know from there';

/** The files and folders that may name an upstream system, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/analysis/operators/libraryFlops.ts': FORMULAS,
  'src/analysis/operators/operatorFlops.ts': FORMULAS,
  'src/analysis/operators/operatorKind.ts': FORMULAS,
  'src/analysis/operators/products.ts': FORMULAS,
  'src/engine/annotate/customOperator.ts': EXPORTED,
  'src/engine/annotate/scope.ts': EXPORTED
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const naming = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', 'src'],
  { cwd: root, encoding: 'utf8' }
)
  .split('\0')
  .filter(path => new RegExp(`^src/(${BELOW.join('|')})/.*[.]ts$`).test(path))
  .filter(path => existsSync(join(root, path)))
  .filter(path => UPSTREAM.test(path) || UPSTREAM.test(readFileSync(join(root, path), 'utf8')));

describe('what the APIs of upstream systems stand on', () => {
  it('names none of these systems, but where there is a reason', () => {
    const reasons = Object.keys(ALLOWED);
    const without = naming.filter(path => !reasons.some(each => path.startsWith(each)));
    const words = without.map(path => {
      const [word] = UPSTREAM.exec(`${path} ${readFileSync(join(root, path), 'utf8')}`) ?? [];
      return `${path}: ${word}`;
    });
    expect(words, 'such code belongs into src/compat').toEqual([]);
  });

  it('has a reason for no file that names none', () => {
    const unused = Object.keys(ALLOWED).filter(each => !naming.some(path => path.startsWith(each)));
    expect(unused).toEqual([]);
  });

  it.each([
    'torchOptions',
    'readTorchOptions',
    'PyTorch',
    'MXNet',
    'mxnetRows',
    'MegEngine',
    'autograd'
  ])('would be found to name one by %s', word => expect(word).toMatch(UPSTREAM));

  it('is not taken to name one by words that contain its name by chance', () => {
    expect('isIteratorChain').not.toMatch(UPSTREAM);
  });
});
