import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { BlockedWaits } from '../../../../src/sources/process/blockedWaits';

it('tells listeners of the beginning and the end of a wait, and gives what it gave', () => {
  const waits = new BlockedWaits();
  const heard: string[] = [];
  const listener = {
    blocks(cause: string) {
      heard.push(`blocked by ${cause}`);
      return () => void heard.push('goes on');
    }
  };
  waits.add(listener);
  expect(waits.blockedWait('input', () => heard.push('waits'))).toBe(2);
  expect(heard).toEqual(['blocked by input', 'waits', 'goes on']);
  waits.remove(listener);
  waits.blockedWait('input', () => undefined);
  expect(heard).toHaveLength(3);
});

it('tells of the end of a wait that throws', () => {
  const waits = new BlockedWaits();
  let ends = 0;
  waits.add({ blocks: () => () => void ends++ });
  const interrupted = (): never => {
    throw new Error('interrupted');
  };
  expect(() => waits.blockedWait('input', interrupted)).toThrow('interrupted');
  expect(ends).toBe(1);
});

it('tells the outermost of waits within one another, and those after it', () => {
  const waits = new BlockedWaits();
  const heard: string[] = [];
  waits.add({
    blocks(cause) {
      heard.push(cause);
      return () => undefined;
    }
  });
  const inner = (): number => waits.blockedWait('process', () => 7);
  expect(waits.blockedWait('input', inner)).toBe(7);
  expect(inner()).toBe(7);
  expect(heard).toEqual(['input', 'process']);
});

it('tells of waits after one that was cut off from outside', () => {
  const waits = new BlockedWaits();
  const cutOff = new Script('(waits => waits.blockedWait("Atomics.wait", () => { for (;;); }))');
  const call = new Script('call()');
  const held = globalThis as { call?: () => void };
  const run = cutOff.runInThisContext() as (of: BlockedWaits) => void;
  held.call = () => run(waits);
  expect(() => void call.runInThisContext({ timeout: 20 })).toThrow('timed out');
  delete held.call;
  const heard: string[] = [];
  waits.add({
    blocks(cause) {
      heard.push(cause);
      return () => undefined;
    }
  });
  waits.blockedWait('process', () => undefined);
  expect(heard).toEqual(['process']);
});
