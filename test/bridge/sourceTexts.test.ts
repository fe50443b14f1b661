import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { evaluateCell } from './runCell';

interface SourceText {
  readonly file: string;
  readonly text: string;
  readonly isClipped: boolean;
}

/** Takes a good part of a second; its line 3 has the time. */
const busy = (name: string, body: string) => `function ${name}(rounds: number): number {
  let value: number = 1;
  for (let i = 0; i < rounds; i++) value = ${body};
  return value;
}`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await run("import { profile } from 'kernelscope';");
});

afterAll(() => kernel.dispose());

/** Runs a cell that ends well; its name in stacks, and what it prints. */
async function run(code: string): Promise<{ file: string; output: string }> {
  const { id, reply } = await kernel.execute(code);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return { file: `Cell [${String(reply['execution_count'])}]`, output: kernel.textOf(id) };
}

const evaluate = <T>(expression: string): Promise<T> => evaluateCell<T>(kernel, expression);

async function lastTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = await evaluate<SourceText[]>('profile.last!.data.sourceTexts');
  expect(texts.filter(({ isClipped }) => isClipped)).toEqual([]);
  return new Map(texts.map(({ file, text }) => [file, text]));
}

/** Text of the line of `file` with the most self time. */
async function hottestLine(file: string, text: string): Promise<string> {
  const lines = await evaluate<{ line: number; selfNs: number | null }[]>(
    `profile.last!.lines(${JSON.stringify(file)})`
  );
  const [hottest] = lines.sort((a, b) => (b.selfNs ?? 0) - (a.selfNs ?? 0));
  return text.split('\n')[hottest.line - 1];
}

test('a profile carries the sources of the earlier cells that its cell calls', async () => {
  const code = `// Some words before it.\n${busy('work', 'Math.sqrt(value + i)')}`;
  const defined = await run(code);
  await run('const unused = 1;');
  await run('%%profile -q\nawait Promise.resolve();\nwork(2e8);');
  const texts = await lastTexts();
  expect([...texts]).toEqual([[defined.file, code]]);
  expect(await hottestLine(defined.file, code)).toContain('Math.sqrt(value + i)');
});

test('each definition of a function is in the cell that has it', { tags: 'night' }, async () => {
  const first = await run(busy('again', 'Math.sqrt(value + i)'));
  await run('const before = again;');
  const profiledCode = `%%profile -q\n${busy('again', 'Math.cbrt(value + i)')}\nagain(1e7);`;
  const second = await run(profiledCode);
  await run('%%profile -q\nbefore(2e8);\nagain(3e7);');
  const texts = await lastTexts();
  expect([...texts.keys()].sort()).toEqual([first.file, second.file].sort());
  expect(texts.get(first.file)).toContain('Math.sqrt');
  expect(texts.get(second.file)).toBe(profiledCode);
  expect(await hottestLine(second.file, profiledCode)).toContain('Math.cbrt');
});

test('a cell that is a module has its source too, and of a file on disk its hot functions', async () => {
  const onDisk = `const cold: string = 'never runs';\n\nexport ${busy('fromDisk', 'Math.sqrt(value + i)')}`;
  // Later than the kernel began, which has read what it runs.
  writeFileSync(path.join(kernel.process.folder, 'disk.ts'), onDisk);
  const module = `/** @module model */\nexport ${busy('fromCell', 'Math.cbrt(value + i)')}`;
  await run(module);
  await run("import { fromCell } from './model';\nimport { fromDisk } from './disk';");
  await run('%%profile -q\nfromCell(3e7);\nfromDisk(2e8);');
  const texts = await evaluate<SourceText[]>('profile.last!.data.sourceTexts');
  const hot = onDisk.replace(/^.*/, '');
  expect(texts.map(({ file, text, isClipped }) => [file, text, isClipped]).sort()).toEqual([
    ['disk.ts', hot, true],
    ['model.ts', module, false]
  ]);
  expect(await hottestLine('model.ts', module)).toContain('Math.cbrt');
  expect(await hottestLine('disk.ts', onDisk)).toContain('Math.sqrt');
  await run('%%profile -q --no-sources\nfromDisk(2e8);');
  expect([...(await lastTexts()).keys()]).toEqual([]);
});
