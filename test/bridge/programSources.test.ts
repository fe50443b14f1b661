import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { sourceLines } from 'kernelscope/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

const outer = useFolder();
let folder: string;

beforeAll(() => {
  folder = path.join(outer, 'project');
});

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Code that runs for so many milliseconds of CPU time; its own line is the third. */
const spin = (name: string, types: boolean) => `const ${name} = (ms${types ? ': number' : ''}) => {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until); // the hot line of ${name} <img src=x onerror=alert(1)>
  return until;
};
const coldOf_${name} = () => 'a secret of ${name}';
`;

/** A program of several files that waits between its steps. */
function program(ending: string, { isModule }: { readonly isModule: boolean }) {
  const types = ending.endsWith('ts');
  const exported = (name: string) =>
    isModule ? `export { ${name} };\n` : `module.exports = { ${name} };\n`;
  const imported = (name: string, from: string) =>
    isModule
      ? `import { ${name} } from '${from}${ending}';\n`
      : `const { ${name} } = require('${from}${ending}');\n`;
  const main = `${imported('parse', './lib/parse')}${imported('store', './lib/store')}${imported('above', '../above')}
async function main() {
  for (let round = 0; round < 3; round++) {
    await new Promise(resolve => setTimeout(resolve, 20));
    parse(80);
    store(40);
    above(20);
  }
}
main();
`;
  return {
    [`main${ending}`]: main,
    [`lib/parse${ending}`]: `${spin('parse', types)}${exported('parse')}`,
    [`lib/store${ending}`]: `// A file with a head.\n\n${spin('store', types)}${exported('store')}`,
    [`../above${ending}`]: `${spin('above', types)}${exported('above')}`
  };
}

/** What a user reads of a program, and its profile. */
function run(main: string, { flags = [] }: { readonly flags?: readonly string[] } = {}) {
  const saved = path.join(outer, `${main}.kscope`);
  const page = path.join(outer, `${main}.html`);
  const args = [COMMAND, 'run', ...flags, '-o', saved, '-o', page, main];
  const { status, stderr } = spawnSync(NODE, args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { sourceTexts, strings } = loadProfile(saved).data;
  return { stderr, sourceTexts, strings, saved, page: readFileSync(page, 'utf8') };
}

const KINDS = [
  ['TypeScript, ES modules', '.mts', true],
  ['TypeScript, CommonJS', '.cts', false],
  ['JavaScript, ES modules', '.mjs', true],
  ['JavaScript, CommonJS', '.cjs', false]
] as const;

describe('the sources of a program', SAMPLED, () => {
  test.each(sampleOf(KINDS, 2))(
    '%s: hot functions of each file are in the profile',
    (_, ending, isModule) => {
      const files = program(ending, { isModule });
      for (const [name, text] of Object.entries(files)) write(name, text);
      const { stderr, sourceTexts, saved, page } = run(`main${ending}`);
      const names = sourceTexts.map(({ file }) => file);
      expect(names).toEqual(
        expect.arrayContaining([`lib/parse${ending}`, `lib/store${ending}`, `main${ending}`])
      );
      expect(names.filter(name => name.includes('..') || name.includes('node_modules'))).toEqual(
        []
      );
      for (const { file, text } of sourceTexts) {
        const written = sourceLines(files[file]);
        const lines = sourceLines(text);
        expect(lines.filter((line, at) => line !== '' && line !== written[at])).toEqual([]);
        expect(text).not.toContain('a secret of');
      }
      const parse = sourceTexts.find(({ file }) => file === `lib/parse${ending}`)!;
      expect(sourceLines(parse.text)[2]).toContain('the hot line of parse');
      expect(stderr).toMatch(
        /^\d\. Line lib\/parse\.\w+:3 .*, in `parse\(\)`, called from main\.\w+:\d+: `while \(performance/m
      );
      expect(page).toContain('the hot line of store &lt;img');
      expect(page).not.toContain('<img src=x');
      // Elsewhere, where no file is: the profile has all that the command shows.
      const shown = spawnSync(NODE, [COMMAND, 'show', '--lines', '2', saved], {
        cwd: outer,
        encoding: 'utf8'
      });
      expect(shown.stdout).toMatch(/parse\S*:3 +while \(performance\.now/);
    }
  );

  test('are left out on request', () => {
    for (const [name, text] of Object.entries(program('.mts', { isModule: true }))) {
      write(name, text);
    }
    const { sourceTexts, page } = run('main.mts', { flags: ['--no-sources'] });
    expect(sourceTexts).toEqual([]);
    expect(page).not.toContain('the hot line of');
  });

  test('are no wrong ones where a file changes while the program runs', () => {
    const changed = `${spin('other', false)}${'\n'.repeat(9)}`;
    const change = `import { writeFileSync } from 'node:fs';
import { parse } from './changed.mjs';
parse(150);
writeFileSync(new URL('./changed.mjs', import.meta.url), ${JSON.stringify(changed)});
parse(150);
`;
    write('changes.mjs', change);
    write('changed.mjs', `${spin('parse', false)}export { parse };\n`);
    const { sourceTexts, strings } = run('changes.mjs');
    expect(strings).toContain('changed.mjs');
    expect(sourceTexts.filter(({ file }) => file === 'changed.mjs')).toEqual([]);
  });

  test('are those of threads as well', { tags: 'night' }, () => {
    write(
      'pool.mjs',
      `import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./task.mjs', import.meta.url));\n`
    );
    write('task.mjs', `${spin('parse', false)}parse(400);\n`);
    const { sourceTexts } = run('pool.mjs');
    const task = sourceTexts.find(({ file }) => file === 'task.mjs');
    expect(sourceLines(task?.text ?? '')[2]).toContain('the hot line of parse');
  });
});
