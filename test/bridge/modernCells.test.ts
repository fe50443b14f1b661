import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { LIBRARY, type ModernCell, SYNTAX, WRONG } from './modernCells';
import { FILES, MODULES } from './modernImports';
import { sampleOf } from '../support/tiers';

const node = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
const release = Number.parseInt(execFileSync(node, ['-p', 'process.versions.node']).toString(), 10);

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(kernel.process.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
});

afterAll(() => kernel.dispose());

async function check({ code, shows, since = 0, lacks }: ModernCell): Promise<void> {
  const { id, reply } = await kernel.execute(code);
  if (release < since) {
    expect(reply['ename']).toBe('TypeScriptError');
    expect(reply['evalue']).toMatch(lacks!);
  } else {
    expect(reply['status'], JSON.stringify(reply)).toBe('ok');
    expect(kernel.textOf(id)).toBe(shows);
  }
}

describe('cells of today’s language', () => {
  test.each(SYNTAX)('$title', check);
});

describe('the library has what the running Node has', () => {
  test.each(sampleOf(LIBRARY, 3))('$title', check);
});

describe('cells import', () => {
  test.each(MODULES)('$title', check);
});

describe('a diagnostic stands at its place', () => {
  test.each(WRONG)('%s', async (_title, code, diagnostic) => {
    const { reply } = await kernel.execute(code);
    expect(reply['ename']).toBe('TypeScriptError');
    expect(reply['evalue']).toMatch(diagnostic);
  });
});

test('an error in an .mts file has the line of the file', async () => {
  const { reply } = await kernel.execute("import { fail } from './failing.mts';\nfail();");
  expect(reply['evalue']).toBe('in a file');
  expect((reply['traceback'] as string[]).join('\n')).toMatch(
    /failing\.mts:4:9\)[^]*Cell \[\d+\]:2:/
  );
});

test('lowered code keeps the lines of the cell', async () => {
  const code = "{\n  using a = { [Symbol.dispose]() {} };\n  throw new Error('in a block');\n}";
  const { reply } = await kernel.execute(code);
  expect((reply['traceback'] as string[]).join('\n')).toMatch(/Cell \[\d+\]:3:9/);
});

test('a cell may declare what it finds around it, and later cells see that', async () => {
  const own = "const __filename = 'mine';\nconst __dirname = __filename + '!';\n__dirname";
  const { id, reply } = await kernel.execute(own);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  expect(kernel.textOf(id)).toBe('mine!\n');
  expect(kernel.textOf((await kernel.execute('__dirname')).id)).toBe('mine!\n');
});

test('the kernel names the TypeScript that compiles cells', async () => {
  const info = (await kernel.request('kernel_info_request', {})) as {
    readonly language_info?: { readonly version?: string };
  };
  expect(info.language_info?.version).toBe('5.9.3');
});

test('a timed cell may be using something', async () => {
  const code = `%%timeit -n 1 -r 1
using held = { [Symbol.dispose]() { globalThis.closed = true; } };
await using other = { async [Symbol.asyncDispose]() {} };`;
  await kernel.execute('declare global { var closed: boolean; }');
  const timed = await kernel.execute(code);
  expect(timed.reply['status'], JSON.stringify(timed.reply)).toBe('ok');
  const { id } = await kernel.execute('globalThis["closed"]');
  expect(kernel.textOf(id)).toBe('true\n');
});

const LEGACY = {
  'base.json': '{ "compilerOptions": { "experimentalDecorators": true } }',
  'tsconfig.json': '{ "extends": "./base.json" /* as TypeScript reads it */ }'
};

test('decorators are legacy ones where the tsconfig.json beside the notebook says so', async () => {
  const other = await KernelClient.start({}, undefined, (kernelFolder, connectionFile) => {
    for (const [name, text] of Object.entries(LEGACY)) {
      writeFileSync(path.join(path.dirname(connectionFile), name), text);
    }
    return [node, path.join(kernelFolder, 'dist', 'kernel.cjs'), connectionFile];
  });
  const code =
    'function key(_target: object, name: string) { console.log(name); }\nclass C { @key field = 1; }';
  const { id, reply } = await other.execute(code);
  await other.dispose();
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  expect(other.textOf(id)).toBe('field\n');
});
