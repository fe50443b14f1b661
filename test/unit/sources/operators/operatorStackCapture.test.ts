import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { NO_STACK } from '../../../../src/record/slices/sliceStackLog';
import { OperatorStackCapture } from '../../../../src/sources/operators/operatorStackCapture';

const recorder = { generation: 1, now: () => process.hrtime.bigint() };

function names(capture: OperatorStackCapture, number: number): string[] {
  if (number < 0) return [];
  const { caller, site } = capture.stack(number);
  return [...names(capture, caller), site.name];
}

describe('OperatorStackCapture', () => {
  test('numbers a stack once, and its callers below it', () => {
    const capture = new OperatorStackCapture(recorder);
    const seen = [0, 1, 2].map(() => capture.capture());
    expect(new Set(seen).size).toBe(1);
    expect(capture.stack(seen[0]).caller).toBeLessThan(seen[0]);
    expect(capture.taken).toBe(3);
    expect(capture.failed).toBe(0);
    expect(capture.spentNs).toBeGreaterThan(0);
  });

  test('costs no more where another program had the processor meanwhile', () => {
    let now = 0n;
    const capture = new OperatorStackCapture({ generation: 1, now: () => (now += 50_000_000n) });
    capture.capture();
    expect(capture.spentNs).toBe(100_000);
  });

  test('tells two calls on one line apart, and takes the innermost frames of a deep stack', () => {
    const capture = new OperatorStackCapture(recorder);
    const run = runInThisContext(
      `(function run(take) {
  const both = () => [take(), take()];
  const down = depth => depth === 0 ? both() : down(depth - 1);
  return down(200);
})`,
      { filename: 'Cell [1]' }
    ) as (take: () => number) => number[];
    const [first, second] = run(() => capture.capture());
    expect(first).not.toBe(second);
    const all = names(capture, first);
    expect(all.length).toBeLessThanOrEqual(64);
    expect(all).toContain('both');
    expect(all[0]).toBe('down');
  });

  test('says where it was in scripts, in evaluated text and in machine code', () => {
    const capture = new OperatorStackCapture(recorder);
    const run = runInThisContext(
      `(take => [0].map(() => new Function('take', 'return take()')(take))[0])`,
      { filename: 'Cell [2]' }
    ) as (take: () => number) => number;
    const sites: unknown[] = [];
    const number = run(() => capture.capture());
    for (let at = number; at >= 0; at = capture.stack(at).caller) {
      sites.push(capture.stack(at).site);
    }
    expect(sites).toContainEqual(
      expect.objectContaining({ script: '', name: 'map', isNative: true, line: 0 })
    );
    expect(sites).toContainEqual(
      expect.objectContaining({ script: '', name: 'eval', isNative: false })
    );
    expect(sites).toContainEqual(expect.objectContaining({ script: 'Cell [2]', line: 1 }));
    expect([...capture.scripts]).toContain('Cell [2]');
  });

  test('tells functions apart that are made at one place under different names', () => {
    const capture = new OperatorStackCapture(recorder);
    const make = runInThisContext(
      `(name => Object.defineProperty(take => take(), 'name', { value: name }))`,
      { filename: 'Cell [4]' }
    ) as (name: string) => (take: () => number) => number;
    const [add, multiply] = [make('add'), make('multiply')];
    const seen = [add, multiply, add].map(call => call(() => capture.capture()));
    expect(names(capture, seen[0])).toContain('add');
    expect(names(capture, seen[1])).toContain('multiply');
    expect(names(capture, seen[1])).not.toContain('add');
    expect(seen[2]).not.toBe(seen[1]);
  });

  test('begins anew with each recording', () => {
    const changing = { ...recorder };
    const capture = new OperatorStackCapture(changing);
    const here = (): number => capture.capture();
    const call = runInThisContext('(f => f())', { filename: 'Cell [3]' }) as (f: unknown) => void;
    call(here);
    expect([...capture.scripts]).toContain('Cell [3]');
    changing.generation++;
    here();
    expect([...capture.scripts]).not.toContain('Cell [3]');
  });

  test('gives no stack, and never throws, where none can be taken', () => {
    const broken = {
      now: recorder.now,
      get generation(): number {
        throw new RangeError('Maximum call stack size exceeded');
      }
    };
    const capture = new OperatorStackCapture(broken);
    expect(capture.capture()).toBe(NO_STACK);
    expect(capture.failed).toBe(1);
  });
});
