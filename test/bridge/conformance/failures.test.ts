import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe, profileOf } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

describe('3. a throw', () => {
  test('is an error with name, message and a traceback on TypeScript lines', async () => {
    const { profiled } = await probe.run(
      'interface Shape { side: number }\n\nfunction area(shape: Shape): number {\n' +
        '  if (shape.side < 0) {\n    throw new RangeError("negative side");\n  }\n' +
        '  return shape.side ** 2;\n}\n\narea({ side: -1 });'
    );
    const { execution_count: count } = profiled.reply;
    const traceback = [
      'RangeError: negative side',
      `    at area (Cell [${count as number}]:6:11)`,
      `    at Cell [${count as number}]:11:1`
    ];
    const failure = { ename: 'RangeError', evalue: 'negative side', traceback };
    expect(profiled.reply).toMatchObject({ status: 'error', ...failure });
    expect(profiled.outputs.at(-1)).toEqual({ type: 'error', ...failure });
  });

  test('still shows the partial profile', async () => {
    const { profiled } = await probe.run('console.log("before");\nthrow new Error("late");');
    profileOf(profiled);
    expect(profiled.outputs[0]).toMatchObject({ type: 'stream', text: 'before\n' });
  });

  test.each([
    ['text', 'throw "just text";', 'string'],
    ['undefined', 'throw undefined;', 'undefined'],
    ['an object without a name', 'throw { code: 3 };', 'object'],
    ['an error whose message cannot be read', HOSTILE, 'Error']
  ])('of %s is described, not hidden', async (_what, code, ename) => {
    const { profiled } = await probe.run(code);
    expect(profiled.reply).toMatchObject({ status: 'error', ename });
  });

  test('keeps what was there before', async () => {
    await probe.run('let survivor = 1;');
    await probe.run('survivor = 2;\nthrow new Error("x");');
    await probe.expectSameState('survivor', '2\n');
  });

  test('in an asynchronous cell is the same', async () => {
    const { profiled } = await probe.run('await null;\nthrow new TypeError("after await");');
    expect(profiled.reply).toMatchObject({ ename: 'TypeError', evalue: 'after await' });
    expect(profiled.reply['traceback']).toContainEqual(
      expect.stringMatching(/^ {4}at (async )?Cell \[\d+\]:3:7$/)
    );
    profileOf(profiled);
  });
});

const HOSTILE =
  'const e = new Error();\nObject.defineProperty(e, "message", ' +
  '{ get() { throw new Error("hidden"); } });\nthrow e;';

describe('a failed cell', () => {
  test('stops the cells that were sent with it', async () => {
    const ids = [
      probe.submit('console.log("one");'),
      probe.submit('throw new Error("two");'),
      probe.submit('console.log("three");'),
      probe.submit('console.log("four");')
    ];
    const statuses: unknown[] = [];
    for (const id of ids) {
      statuses.push((await probe.expectSame(id)).profiled.reply['status']);
    }
    expect(statuses).toEqual(['ok', 'error', 'aborted', 'aborted']);
  });

  test('does not stop a cell that is sent when its reply is there', async () => {
    for (let round = 0; round < 5; round += 1) {
      await probe.run('throw new Error("allowed");');
      const next = await probe.run('console.log("runs");');
      expect(next.profiled.reply['status']).toBe('ok');
    }
  });

  test('stops nothing when the client says so', async () => {
    const options = { stop_on_error: false };
    const failing = probe.bare.submit('throw new Error("ignored");', options);
    const next = probe.bare.submit('console.log("goes on");');
    expect((await probe.bare.finish(failing)).reply['status']).toBe('error');
    expect((await probe.bare.finish(next)).reply['status']).toBe('ok');
    await probe.profiled.execute('1');
    await probe.profiled.execute('1');
  });
});

describe('10. process.exit', () => {
  test.each([
    ['ends a cell as an error', 'process.exit(3);'],
    ['cannot be swallowed', 'try { process.exit(3); } catch {}\nconsole.log("caught");'],
    ['ends an asynchronous cell', 'await null;\nprocess.exit(3);']
  ])('%s, and the kernel lives', async (_what, code) => {
    await probe.run('let before = "kept";');
    const { profiled } = await probe.run(code);
    const evalue = 'process.exit(3) ends the cell; the kernel goes on';
    expect(profiled.reply).toMatchObject({ status: 'error', ename: 'ProcessExit', evalue });
    profileOf(profiled);
    await probe.expectSameState('before', 'kept\n');
  });

  test('ends a cell as long as its end is under way', async () => {
    const { profiled } = await probe.run(`import { createHook } from 'async_hooks';
const immediates = new Set<number>();
const hook = createHook({
  init(id, type) { if (type === 'Immediate') immediates.add(id); },
  after(id) {
    if (!immediates.has(id)) return;
    hook.disable();
    process.nextTick(() => { try { process.exit(3); } catch {} });
  }
}).enable();`);
    expect(profiled.reply).toMatchObject({ status: 'error', ename: 'ProcessExit' });
  });

  test('in a callback after the cell is reported and harmless', async () => {
    const { bare, profiled } = await probe.run('void setTimeout(() => process.exit(1), 2000);');
    const cells = [[probe.bare, bare.id] as const, [probe.profiled, profiled.id] as const];
    for (const [kernel, id] of cells) {
      await kernel.waitUntil(() => kernel.textOf(id, 'stderr') !== '', 'the late exit');
      expect(kernel.textOf(id, 'stderr')).toMatch(/^Uncaught exception: ProcessExit/);
    }
    await probe.expectSameState('1 + 1', '2\n');
  });
});

test('unhandled rejections and errors of callbacks are printed under their cell', async () => {
  const { profiled } = await probe.run(
    'void Promise.reject(new Error("nobody caught this"));\n' +
      'void setTimeout(() => { throw new RangeError("nor this"); }, 10);\n' +
      'await new Promise(r => setTimeout(r, 60));'
  );
  const text = probe.profiled.textOf(profiled.id, 'stderr');
  expect(text).toMatch(/^Unhandled rejection: Error: nobody caught this\n {4}at Cell \[\d+\]:2/);
  expect(text).toMatch(/Uncaught exception: RangeError: nor this\n.*Cell \[\d+\]:3:31/);
  await probe.expectSameState('"alive"', 'alive\n');
});
