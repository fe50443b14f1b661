import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import { FileMapper } from '../../../../../src/sources/v8/scripts/fileMapper';
import { badMapsText } from '../../../../../src/sources/v8/scripts/sourceMapper';
import { compileModule } from '../../../../support/compiledModule';
import { useFolder } from '../../../../support/folders';

const SOURCE = `
interface Shape {
  readonly sides: number;
}

// The compiler drops this.
export function area(shape: Shape): number {
  const half = shape.sides / 2;
  return half * half;
}
`;

const folder = useFolder();

/** The one-based line and column at which `text` begins in a file. */
function placeOf(file: string, text: string) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const row = lines.findIndex(line => line.includes(text));
  return { line: row + 1, column: lines[row].indexOf(text) + 1 };
}

/** Writes a script that names a map in its last comment. */
function writeScript(name: string, comment: string): string {
  const script = path.join(folder, name);
  writeFileSync(script, `exports.a = 1;\n${comment}\n`);
  return script;
}

function inComment(map: object | string): string {
  const text = typeof map === 'string' ? map : JSON.stringify(map);
  const data = Buffer.from(text).toString('base64');
  return `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}`;
}

describe('FileMapper', () => {
  test('parses no script to find out that it has a line', () => {
    const script = writeScript('long.js', Array.from({ length: 50 }, () => 'f();\r\n').join(''));
    const mapper = new FileMapper();
    const parse = vi.spyOn(mapper, 'functions');
    for (let line = 1; line <= 53; line++) expect(mapper.lastLine(script, line)).toBeNull();
    expect(parse).not.toHaveBeenCalled();
    expect(mapper.lastLine(script, 54)).toBe(53);
    expect(mapper.lastLine(script)).toBe(53);
    expect(parse).toHaveBeenCalled();
  });

  test.each([
    ['its body', 'export const area = (side: number) =>\n  side * side;\n', 2],
    ['its own line', 'export const area = (\n  side: number) => side * side;\n', 1],
    ['the line of a call', 'export const area = f(\n  1,\n  2);\n', 1]
  ])('leads a line with all of an arrow function to %s', (_, source, line) => {
    const { code } = transformSync(source, {
      ...{ loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: 'arrow.ts' }
    });
    const script = path.join(folder, 'arrow.js');
    writeFileSync(script, code);
    const at = placeOf(script, 'area = ').line;
    expect(new FileMapper().mapLine(script, at)?.line).toBe(line);
  });

  test('reads and parses a script once, whether it is asked for by path or by URL', () => {
    const mapper = new FileMapper();
    const plain = writeScript('twice.js', 'function f() { return 1; }');
    const { script: mapped } = compileModule(folder, 'mapped-twice', SOURCE, 'inline');
    for (const script of [plain, mapped]) {
      const functions = mapper.functions(script);
      expect(mapper.functions(pathToFileURL(script).href)).toBe(functions);
    }
    expect(mapper.functions(plain)?.lastLine).toBe(3);
    expect(mapper.functions('file://%')).toBeNull();
  });

  test.each(['inline', 'beside'] as const)('reads a map %s, by path and by URL', place => {
    const { script } = compileModule(folder, `area-${place}`, SOURCE, place);
    const mapper = new FileMapper();
    const { line, column } = placeOf(script, 'return half');
    const source = script.replace('.js', '.ts');
    const expected = { ...placeOf(source, 'return half'), file: pathToFileURL(source).href };
    for (const file of [script, pathToFileURL(script).href]) {
      expect(mapper.known(file)).toBe(true);
      expect(mapper.hasBadMap(file)).toBe(false);
      expect(mapper.mapPosition(file, line, column)).toEqual(expected);
      expect(mapper.mapLine(file, line)).toMatchObject({ line: expected.line });
      expect(mapper.sourceFile(file)).toBe(pathToFileURL(source).href);
    }
  });

  test('reads the map of what a loader has put into a `data:` URL, also where V8 has cut that', () => {
    const source = path.join(folder, 'loaded.ts');
    writeFileSync(source, SOURCE);
    const map = inComment({ version: 3, sources: [source], names: [], mappings: 'AAOA' });
    const address = (code: string, file: string): string =>
      `data:text/javascript,${encodeURIComponent(code)}?filePath=${encodeURIComponent(file)}`;
    const short = address('f();', source);
    const long = address(`f(${'x'.repeat(2000)});`, source);
    const other = address(`g(${'x'.repeat(2000)});`, path.join(folder, 'other.ts'));
    const place = map.slice(map.indexOf('data:'));
    const kept = vi.fn(() => undefined);
    const mapper = new FileMapper(
      undefined,
      new Map([short, long, other].map(each => [each, place])),
      kept
    );
    for (const script of [short, long, long.slice(0, 1024)]) {
      expect(mapper.known(script)).toBe(true);
      expect(mapper.mapPosition(script, 1, 1)).toMatchObject({
        line: 8,
        file: pathToFileURL(source).href
      });
      expect(mapper.functions(script)).toBeNull();
    }
    const told = mapper.processMaps([long.slice(0, 1024)]);
    expect(FileMapper.ofProcess(told).mapLine(long.slice(0, 1024), 1)).toMatchObject({ line: 8 });
    const unknown = address('h();', source);
    expect(mapper.known(unknown)).toBe(false);
  });

  test('tells the sources of a bundle apart, and shows its libraries as such', () => {
    const mappings = 'AAAA;ACAA;ACAA';
    const sources = ['node_modules/lib/index.ts', 'src/one.ts', '../two.ts'];
    const script = writeScript(
      'bundle.js',
      inComment({ version: 3, sources, names: [], mappings })
    );
    const mapper = new FileMapper();
    const file = (name: string) => pathToFileURL(path.join(folder, name)).href;
    expect(mapper.sourceFile(script)).toBe(file('src/one.ts'));
    expect(mapper.mapLine(script, 1)?.file).toBe(file('node_modules/lib/index.ts'));
    expect(mapper.mapLine(script, 2)).toMatchObject({ line: 1, file: file('src/one.ts') });
    expect(mapper.mapPosition(script, 3, 1)?.file).toBe(file('../two.ts'));
    expect(mapper.mapLine(script, 99)).toBeNull();
  });

  test('knows the last line of a script without a map', () => {
    const mapper = new FileMapper();
    const { script } = compileModule(folder, 'mapped', SOURCE, 'inline');
    expect(mapper.lastLine(writeScript('short.js', '// the end'))).toBe(3);
    expect(mapper.lastLine(script)).toBeNull();
    expect(mapper.lastLine(writeScript('stripped.ts', 'let size: number;\nenum A {}'))).toBe(4);
    expect(mapper.lastLine(path.join(folder, 'absent.js'))).toBeNull();
  });

  test('knows the functions of TypeScript where Node strips its types, and its last line in any case', () => {
    const typed = 'function f(a: string) {\n  return a;\n}\nlet n: number;';
    const script = writeScript('typed.ts', typed);
    const lineOf = (): readonly (string | undefined)[] => {
      const mapper = new FileMapper();
      return [mapper.functions(script)?.within(3)?.name, `${mapper.lastLine(script)}`];
    };
    // of later versions of Node
    const stripTypeScriptTypes = (code: string): string =>
      code.replace(/: (string|number)/g, text => ' '.repeat(text.length));
    const isOld = !('typescript' in process.features);
    expect(lineOf()).toEqual([isOld ? undefined : 'f', '6']);
    if (!isOld) return;
    Object.assign(Module, { stripTypeScriptTypes });
    Object.defineProperty(process.features, 'typescript', { value: 'strip', configurable: true });
    try {
      expect(lineOf()).toEqual(['f', '6']);
    } finally {
      Reflect.deleteProperty(Module, 'stripTypeScriptTypes');
      Reflect.deleteProperty(process.features, 'typescript');
    }
  });

  test('knows nothing of cells, of Node, of libraries and of scripts without a map', () => {
    const mapper = new FileMapper();
    const plain = writeScript('plain.js', '// sourceMappingURL is only mentioned');
    const library = path.join(folder, 'node_modules', 'lib', 'index.js');
    for (const file of [
      'Cell [3]',
      'node:fs',
      '',
      '/no/such.js',
      'wasm://wasm/1',
      plain,
      library
    ]) {
      expect(mapper.known(file)).toBe(false);
      expect(mapper.hasBadMap(file)).toBe(false);
      expect(mapper.sourceFile(file)).toBe(file);
      expect(mapper.mapPosition(file, 3, 7)).toEqual({ line: 3, column: 7 });
      expect(mapper.mapLine(file, 3)).toEqual({ line: 3 });
    }
  });

  test.each([
    ['is no JSON', inComment('{"version":3')],
    ['is no object', inComment('17')],
    ['has no mappings', inComment({ version: 3, sources: [] })],
    ['has mappings that are no text', inComment({ version: 3, sources: ['a'], mappings: 5 })],
    ['has sources that are no list', inComment({ version: 3, sources: 7, mappings: 'AAAA' })],
    ['is missing', '//# sourceMappingURL=no-such.map'],
    ['is a folder', '//# sourceMappingURL=.'],
    ['is elsewhere', '//# sourceMappingURL=https://example.com/a.js.map'],
    ['is named by an odd URL', '//# sourceMappingURL=http://[']
  ])('ignores a map that %s, and says so', (_what, comment) => {
    const script = writeScript('bad.js', comment);
    const mapper = new FileMapper();
    expect(mapper.known(script)).toBe(false);
    expect(mapper.hasBadMap(script)).toBe(true);
    expect(mapper.mapLine(script, 1)).toEqual({ line: 1 });
    expect(badMapsText([script, script], { mapper, folder })).toBe(
      'The source map of bad.js cannot be read; lines are those of the JavaScript'
    );
  });

  test('never gives a line or a column below 1', () => {
    const negative = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAFF,CADD' };
    const script = writeScript('negative.js', inComment(negative));
    const mapper = new FileMapper();
    for (const column of [1, 2, 9]) {
      const found = mapper.mapPosition(script, 1, column);
      expect(found === null || (found.line >= 1 && found.column >= 1)).toBe(true);
    }
    expect(mapper.mapPosition(script, 0, 0)).toBeNull();
  });

  test.each([
    ['a text', 'exports.a = "//# sourceMappingURL=gone.js.map";\nexports.b = 2;'],
    ['a template', 'exports.a = `\n//# sourceMappingURL=gone.js.map`;\nexports.b = 2;'],
    ['a comment', '/** Ends with `//# sourceMappingURL=…`. */\nexports.a = 1;']
  ])('takes no words in %s for the map of a script', (_where, code) => {
    const script = writeScript('words.js', code);
    const mapper = new FileMapper();
    expect(mapper.known(script)).toBe(false);
    expect(mapper.hasBadMap(script)).toBe(false);
  });

  test.each(['', '}})', '});\n\n// the end', '/* all\nof it */'])(
    'reads a map in front of %j, which tools put behind a script',
    behind => {
      const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' };
      const script = writeScript('wrapped.js', `${inComment(map)}\n${behind}`);
      expect(new FileMapper().known(script)).toBe(true);
    }
  );

  test('does not read what is too large', () => {
    const map = path.join(folder, 'large.map');
    writeFileSync(map, ' '.repeat(17 * 2 ** 20));
    const script = writeScript('large.js', '//# sourceMappingURL=large.map');
    expect(new FileMapper().hasBadMap(script)).toBe(true);
    rmSync(map);
  });

  test.skipIf(process.platform === 'win32')('does not wait for a pipe in place of a map', () => {
    const pipe = path.join(folder, 'pipe.map');
    execFileSync('mkfifo', [pipe]);
    const script = writeScript('piped.js', '//# sourceMappingURL=pipe.map');
    expect(new FileMapper().hasBadMap(script)).toBe(true);
    rmSync(pipe);
  });

  test('reads a script again when it has changed, at most once a second', () => {
    let now = 0n;
    const mapper = new FileMapper(() => now);
    const script = writeScript('changing.js', '');
    expect(mapper.known(script)).toBe(false);
    const map = { version: 3, sources: ['changing.ts'], names: [], mappings: 'AAAA' };
    writeScript('changing.js', inComment(map));
    utimesSync(script, 5, 5);
    expect(mapper.known(script)).toBe(false);
    now = 2_000_000_000n;
    expect(mapper.known(script)).toBe(true);
  });
});

describe('scripts that are compiled in memory, as runners of tests do', () => {
  const text =
    'export const one: number =\n  1;\nexport function later(): number {\n  return one;\n}\n';

  function compile(name: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const { code } = transformSync(text, {
      ...{ loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: file }
    });
    kept.push(runInThisContext(`module => {${code}\n}`, { filename: file }));
    return file;
  }
  const kept: unknown[] = [];

  test('lead to the lines of their source, by the map that V8 has', () => {
    const file = compile('memory.ts');
    const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
    const line = code.split('\n').findIndex(each => each.includes('return one')) + 1;
    const mapper = new FileMapper();
    expect(mapper.mapLine(file, line)?.line).toBe(4);
    expect(mapper.functions(file)).toBeNull();
    expect(mapper.sourceText(file)).toEqual({ text, readFrom: [] });
  });

  test('are not looked for where Node has run the file as it is', () => {
    const file = compile('memory.cjs');
    const connect = vi.spyOn(Session.prototype, 'connect');
    vi.stubEnv('VITEST', undefined);
    expect(new FileMapper().known(file)).toBe(false);
    expect(connect).not.toHaveBeenCalled();
    vi.stubEnv('VITEST', 'true');
    expect(new FileMapper().known(file)).toBe(true);
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
});

test.each([
  ['exports.format', 'exports.format'],
  ['exports', 'exports'],
  ['exportsOf', 'exportsOf']
])('the name of a property is that of the source, with the object before it: %s', (name, found) => {
  const map = JSON.stringify({
    version: 3,
    sources: ['n.js'],
    names: ['exports'],
    mappings: 'AAAAA'
  });
  const comment = `//# sourceMappingURL=data:application/json,${encodeURIComponent(map)}`;
  const script = path.join(folder, `${name}.cjs`);
  writeFileSync(script, `exports.format = value => value;\n${comment}\n`);
  const place = { name, line: 1, column: 18 };
  expect(new FileMapper().sourceName(pathToFileURL(script).href, place)).toBe(found);
});
