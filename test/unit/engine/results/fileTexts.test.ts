import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileTexts } from '../../../../src/engine/results/fileTexts';
import { FileMapper } from '../../../../src/sources/v8/scripts/fileMapper';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';

const CODE = 'export const one = 1;\n';

let outer: string;
let folder: string;

beforeEach(() => {
  outer = realpathSync(mkdtempSync(path.join(tmpdir(), 'file-texts-')));
  folder = path.join(outer, 'project');
  mkdirSync(path.join(folder, 'src'), { recursive: true });
});

afterEach(() => rmSync(outer, { recursive: true, force: true }));

function write(name: string, text = CODE): string {
  const file = path.resolve(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const LATER = () => Date.now() + 60_000;

const textOf = (file: string, { mapper = identityMapper, sinceMs = LATER() } = {}) =>
  fileTexts({ folder, mapper, sinceMs })(file);

describe('the text of a file of the project', () => {
  it('is read where nothing has changed it since the process began', () => {
    write('src/a.ts');
    expect(textOf('src/a.ts')).toBe(CODE);
  });

  it('is left alone if the file changed, whatever time it bears', () => {
    const file = write('src/a.ts');
    expect(textOf('src/a.ts', { sinceMs: Date.now() - 60_000 })).toBeNull();
    utimesSync(file, new Date(0), new Date(0));
    expect(textOf('src/a.ts', { sinceMs: Date.now() - 60_000 })).toBeNull();
  });

  it.each([
    ['above the folder', '../secret.ts'],
    ['of a package', 'node_modules/left-pad/index.js'],
    ['of a package, deeper', 'src/node_modules/left-pad/index.js'],
    ['with settings', '.env'],
    ['with data', 'src/rows.json'],
    ['without an ending', 'src/README']
  ])('is not that of a file %s', (_, name) => {
    write(name);
    expect(textOf(name)).toBeNull();
    expect(textOf(path.resolve(folder, name))).toBeNull();
    expect(textOf(pathToFileURL(path.resolve(folder, name)).href)).toBeNull();
  });

  it.each(['webpack://app/src/a.ts', 'http://a/b.ts', 'node:fs', '', 'Cell [3]', 'x\0.ts'])(
    'is not there for %j',
    name => {
      expect(textOf(name)).toBeNull();
    }
  );

  it.each([
    ['webpack://app/./src/a.ts', 'webpack://app/src/a.ts', CODE],
    ['webpack:///./src/a.ts', 'webpack:///src/a.ts', CODE],
    ['webpack://app/./node_modules/left-pad/index.js', null, null]
  ])('is that in the map of webpack, by its name: %s', (source, shown, text) => {
    const map = {
      version: 3,
      sources: [source],
      sourcesContent: [CODE],
      names: [],
      mappings: 'AAAA'
    };
    const data = Buffer.from(JSON.stringify(map)).toString('base64');
    const script = write(
      'dist/main.js',
      `exports.one = 1;\n//# sourceMappingURL=data:application/json;base64,${data}\n`
    );
    const mapper = new FileMapper();
    const file = mapper.sourceFile(script);
    if (shown !== null) expect(file).toBe(shown);
    expect(textOf(file, { mapper })).toBe(text);
    write('src/b.ts');
    expect(textOf(file.replace('a.ts', 'b.ts'), { mapper })).toBeNull();
  });

  it('is not read through a link that leads out of the folder, or into a package', () => {
    write('../secret.ts', 'const secret = 1;');
    write('node_modules/pack/index.ts');
    symlinkSync(path.join(outer, 'secret.ts'), path.join(folder, 'src/link.ts'));
    symlinkSync(path.join(folder, 'node_modules/pack'), path.join(folder, 'src/pack'));
    expect(textOf('src/link.ts')).toBeNull();
    expect(textOf('src/pack/index.ts')).toBeNull();
  });

  it('is neither that of a pipe nor of a huge file', () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe.ts')]);
    write('huge.ts', ' '.repeat(1_100_000));
    expect(textOf('pipe.ts')).toBeNull();
    expect(textOf('huge.ts')).toBeNull();
  });

  it('is the one in the source map of the script that the process runs', () => {
    const map = {
      ...{ version: 3, names: [], mappings: 'AAAA' },
      sources: ['../src/a.ts', '../../secret.ts', '../node_modules/p/i.ts', '../.env'],
      sourcesContent: ['let mapped = 1;', 'a secret', 'a package', 'settings']
    };
    write('dist/a.js', 'let mapped = 1;\n//# sourceMappingURL=a.js.map\n');
    write('dist/a.js.map', JSON.stringify(map));
    write('src/a.ts', 'let other = 1;');
    const mapper = new FileMapper();
    expect(mapper.known(path.join(folder, 'dist/a.js'))).toBe(true);
    expect(textOf('src/a.ts', { mapper })).toBe('let mapped = 1;');
    for (const name of ['../secret.ts', 'node_modules/p/i.ts', '.env']) {
      expect(textOf(name, { mapper })).toBeNull();
    }
    expect(textOf('src/a.ts', { mapper, sinceMs: Date.now() - 60_000 })).toBeNull();
  });
});
