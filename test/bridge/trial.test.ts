import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KernelClient } from './kernelClient';
import { isProfile } from './probe';
import { evaluateCell, runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await runCell(kernel, 'const runs: string[] = [];');
});

beforeEach(() => runCell(kernel, 'runs.length = 0;'));

afterAll(() => kernel.dispose());

const shownTexts = (id: string): string[] =>
  kernel
    .outputsOf(id)
    .flatMap(output => (output.type === 'display_data' ? [String(output.data['text/plain'])] : []));

const sum = (count: number): string =>
  `let sum = 0; for (let i = 0; i < ${count}; i++) sum += Math.sqrt(i);`;

it('refuses a cell that was not recorded, and one that was not edited, before anything runs', async () => {
  const missing = await kernel.execute('%%profile --try\nruns.push("new");', { cellId: 'new' });
  expect(missing.reply).toMatchObject({
    ename: 'MagicRequestError',
    evalue: expect.stringContaining('was not recorded before') as string
  });
  await kernel.execute('%%profile\nruns.push("same");', { cellId: 'same' });
  const same = await kernel.execute('%%profile --try\nruns.push("same");', { cellId: 'same' });
  expect(same.reply['evalue']).toContain('is the same as it was');
  expect(await evaluateCell(kernel, 'runs')).toEqual(['same']);
});

it('runs both versions in turns, the first of each pair in turns too, and last the cell as it is', async () => {
  const cellId = 'turns';
  await kernel.execute('%%profile -q\nruns.push("a"); const kept = "a"; kept', { cellId });
  const code =
    '%%profile --try --repeat 4\nruns.push("b"); const kept = "b"; console.log(kept); kept';
  const { id, outputs } = await kernel.execute(code, { cellId });
  expect((await evaluateCell<string[]>(kernel, 'runs')).join('')).toBe('a' + 'abbaabba' + 'b');
  expect(await evaluateCell(kernel, 'kept')).toBe('b');
  expect(kernel.textOf(id)).toBe('b\nb\n');
  expect(outputs.filter(isProfile)).toEqual([]);
  expect(shownTexts(id)).toEqual([
    expect.stringMatching(
      /^Against the cell as it was recorded before: .* 4 runs before and 4 after\.$/
    )
  ]);
});

it('says by how much the edited cell is faster, with the interval, until that is narrow', async () => {
  const cellId = 'faster';
  await kernel.execute('%profile on');
  await kernel.execute(`{ ${sum(5e7)} }`, { cellId });
  await kernel.execute('%profile off');
  const { id } = await kernel.execute(`%%profile --try\n{ ${sum(1e6)} }`, { cellId });
  const [text] = shownTexts(id);
  expect(text).toMatch(/: \d+(\.\d+)? % faster, 95 % CI \d/);
  expect(Number(/(\d+) runs before/.exec(text)?.[1])).toBeGreaterThanOrEqual(2);
});

it('ends with the error of a version that fails, and says so where it is the one before', async () => {
  const cellId = 'failing';
  const limited = '%%profile -q\nif (runs.push("a") > 1) throw new Error("only once");';
  await kernel.execute(limited, { cellId });
  const { id, reply } = await kernel.execute('%%profile --try\nruns.push("b");', { cellId });
  expect(reply['evalue']).toBe('only once');
  expect(shownTexts(id)).toEqual(['The cell as it was recorded before fails.']);
  const own = '%%profile --try\nconsole.log("mine"); throw new TypeError("edited");';
  await runCell(kernel, 'runs.length = 0;');
  const failed = await kernel.execute(own, { cellId });
  expect(failed.reply['evalue']).toBe('edited');
  expect(kernel.textOf(failed.id)).toBe('mine\n');
});

it('tries against the cell of a profile by name', async () => {
  await kernel.execute('%%profile -q named\nruns.push("named");', { cellId: 'one' });
  const code = '%%profile --try --repeat 2 --compare named\nruns.push("other");';
  expect((await kernel.execute(code, { cellId: 'two' })).reply['status']).toBe('ok');
  expect(await evaluateCell(kernel, 'runs')).toEqual([
    ...['named', 'named', 'other', 'other', 'named', 'other']
  ]);
});
