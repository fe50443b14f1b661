import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROFILE_MIME, Probe, profileOf } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

describe('5. asynchronous cells', () => {
  test('top-level await', async () => {
    const { profiled } = await probe.run(
      'const value = await new Promise<number>(r => setTimeout(() => r(5), 20));\nvalue'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('5\n');
    await probe.expectSameState('value + 1', '6\n');
  });

  test('top-level for await', async () => {
    const { profiled } = await probe.run(
      'async function* numbers() { yield 1; yield 2; }\n' +
        'for await (const n of numbers()) { console.log(n); }'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('1\n2\n');
  });

  test('timers keep their order', async () => {
    const { profiled } = await probe.run(
      'const order: string[] = [];\nsetImmediate(() => order.push("immediate"));\n' +
        'process.nextTick(() => order.push("tick"));\nvoid Promise.resolve().then(() => order.push("promise"));\n' +
        'await new Promise(r => setTimeout(r, 30));\nconsole.log(order.join(" "));'
    );
    expect(probe.profiled.textOf(profiled.id)).toContain('immediate');
  });

  test('timers stay what they were', async () => {
    await probe.run(
      'import { promisify } from "util";\nawait promisify(setTimeout)(5);\n' +
        'const timer = setInterval(() => {}, 1000);\nclearInterval(timer);\n' +
        'console.log(setTimeout.name, setTimeout.length, timer.hasRef(), typeof setImmediate(() => {}));'
    );
  });
});

describe('7. output', () => {
  test('stdout and stderr, in order', async () => {
    const { profiled } = await probe.run(
      'console.log("a");\nconsole.error("b");\nprocess.stdout.write("c");\nconsole.info("%d", 4);'
    );
    const streams = profiled.outputs.filter(({ type }) => type === 'stream');
    expect(streams).toEqual([
      { type: 'stream', name: 'stdout', text: 'a\n' },
      { type: 'stream', name: 'stderr', text: 'b\n' },
      { type: 'stream', name: 'stdout', text: 'c4\n' }
    ]);
  });

  test('writing calls back and accepts bytes that split a character', async () => {
    const { profiled } = await probe.run(
      'const bytes = Buffer.from("€");\nprocess.stdout.write(bytes.subarray(0, 1));\n' +
        'await new Promise<void>(r => process.stdout.write(bytes.subarray(1), () => r()));\n' +
        'console.log("!");'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('€!\n');
  });

  test('rich display and its updates', async () => {
    const { profiled } = await probe.run(
      'import { display, newDisplay } from "tslab";\ndisplay.html("<b>x</b>");\n' +
        'const d = newDisplay();\nd.text("one");\nd.text("two");'
    );
    const shown = profiled.outputs.filter(({ type }) => type.endsWith('display_data'));
    expect(shown.slice(0, 3)).toMatchObject([
      { type: 'display_data', data: { 'text/html': '<b>x</b>' } },
      { type: 'display_data', data: { 'text/plain': 'one' } },
      { type: 'update_display_data', data: { 'text/plain': 'two' } }
    ]);
  });

  test('after the cell has ended still belongs to the cell', async () => {
    const ids = probe.submit(
      'const state = globalThis as { isLate?: boolean };\nconst timer = setInterval(() => {\n' +
        'if (state.isLate) { clearInterval(timer); console.log("late"); }\n}, 5);\nconsole.log("now");'
    );
    await probe.expectSame(ids);
    await probe.run(
      'console.log("another");\n(globalThis as { isLate?: boolean }).isLate = true;\nawait new Promise(r => setTimeout(r, 50));'
    );
    await expect.poll(() => probe.bare.textOf(ids.bare)).toBe('now\nlate\n');
    await expect.poll(() => probe.profiled.textOf(ids.profiled)).toBe('now\nlate\n');
  });

  test('of 20,000 lines arrives whole', async () => {
    const { profiled } = await probe.run('for (let i = 0; i < 20000; i++) console.log(i);');
    const lines = probe.profiled.textOf(profiled.id).trimEnd().split('\n');
    expect(lines).toHaveLength(20_000);
    expect(lines.at(-1)).toBe('19999');
  });

  test('the profile comes last, in several forms at once', async () => {
    const { profiled } = await probe.run('console.log("own");');
    const data = profileOf(profiled);
    expect(Object.keys(data).sort()).toEqual(
      [PROFILE_MIME, 'image/svg+xml', 'text/html', 'text/plain'].sort()
    );
    expect(profiled.outputs[0]).toMatchObject({ type: 'stream', text: 'own\n' });
  });
});
