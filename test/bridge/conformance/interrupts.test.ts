import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe, profileOf } from '../probe';
import { sampleOf } from '../../support/tiers';

let probe: Probe;

/** WebAssembly whose only function loops for ever. */
const ENDLESS_WASM =
  'const bytes = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,' +
  '10,9,1,7,0,3,64,12,0,11,11]);\n' +
  'const { Instance, Module } = Reflect.get(globalThis, "WebAssembly");\n' +
  'new Instance(new Module(bytes)).exports.f();';

const BUSY: readonly (readonly [string, string])[] = [
  ['a busy loop', 'for (;;) {}'],
  ['a busy loop that catches everything', 'for (;;) { try { for (;;) {} } catch {} }'],
  ['a busy loop after an await', 'await new Promise(r => setTimeout(r, 20));\nfor (;;) {}'],
  ['a busy timer', 'setTimeout(() => { for (;;) {} }, 10);\nawait new Promise(() => {});'],
  ['a pending await', 'await new Promise(() => {});'],
  ['Atomics.wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  ['a synchronous WebAssembly call', ENDLESS_WASM],
  [
    'an operator that the profiler wraps',
    'import { range } from "kernelscope";\nrange("endless", () => { for (;;) {} });'
  ]
];

beforeAll(async () => {
  probe = await Probe.start();
  await probe.run('let state = "survives";');
});

afterAll(() => probe.dispose());

describe('4. interrupting', () => {
  test.each(sampleOf(BUSY, 2))('%s ends the cell, and only the cell', async (_what, code) => {
    const ids = probe.submit(`console.log("started");\n${code}`);
    const later = probe.submit('state = "overwritten";');
    await probe.started(ids);
    await probe.interrupt();
    const { profiled } = await probe.expectSame(ids);
    expect(profiled.reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
    profileOf(profiled);
    const aborted = await probe.expectSame(later);
    expect(aborted.profiled.reply['status']).toBe('aborted');
    await probe.expectSameState('state', 'survives\n');
  });

  test('an idle kernel changes nothing', async () => {
    await probe.interrupt();
    await probe.run('console.log(state);');
  });

  test('again and again from the start on ends a cell, whatever it is about to do', async () => {
    const ids = probe.submit('for (;;) {}');
    const timer = setInterval(() => {
      probe.interrupt().catch(() => clearInterval(timer));
    }, 100);
    const { profiled } = await probe.expectSame(ids);
    clearInterval(timer);
    expect(profiled.reply['ename']).toBe('KeyboardInterrupt');
    await probe.expectSameState('state', 'survives\n');
  });
});

describe('4. interrupting where AsyncLocalStorage is in use', () => {
  test('ends a busy loop and leaves the kernel alive', async () => {
    await probe.run(
      'import { AsyncLocalStorage } from "async_hooks";\n' +
        'const storage = new AsyncLocalStorage<number>();\nstorage.enterWith(1);'
    );
    const ids = probe.submit('console.log("started");\nfor (;;) {}');
    await probe.started(ids);
    await probe.interrupt();
    expect((await probe.expectSame(ids)).profiled.reply['ename']).toBe('KeyboardInterrupt');
    await probe.run('storage.disable();');
    await probe.expectSameState('state', 'survives\n');
  });
});

describe('while a cell keeps the kernel busy', () => {
  test('usage and heartbeat are answered', async () => {
    const kernel = probe.bare;
    const id = kernel.submit('console.log("started"); for (;;) {}');
    await kernel.waitUntil(() => kernel.textOf(id) === 'started\n', 'the start');
    await kernel.control('usage_request');
    await new Promise(resolve => setTimeout(resolve, 500));
    const sentAt = Date.now();
    const { content } = await kernel.control('usage_request');
    expect(await kernel.heartbeat()).toBe('ping');
    expect(Date.now() - sentAt).toBeLessThan(5000);
    expect(content['pid']).toBe(kernel.process.child.pid);
    expect(content['kernel_memory']).toBeGreaterThan(10_000_000);
    expect(content['kernel_cpu']).toBeGreaterThan(0);
    expect(content['host_virtual_memory']).toMatchObject({ total: expect.any(Number) as number });
    await kernel.control('interrupt_request');
    await kernel.finish(id);
  });
});
