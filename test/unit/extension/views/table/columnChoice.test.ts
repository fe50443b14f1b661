import { describe, expect, it } from 'vitest';
import type { BrowserStorage } from '../../../../../extension/src/shared/content/application';
import { ColumnChoice } from '../../../../../extension/src/views/table/columnChoice';

function storageOf(hidden: string | null): BrowserStorage {
  const stored = new Map([['kernelscope:hiddenColumns', hidden]]);
  return {
    getItem: key => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value)
  };
}

describe('ColumnChoice', () => {
  it('is remembered by the next table', () => {
    const storage = storageOf(null);
    new ColumnChoice(storage).hide('min');
    const next = new ColumnChoice(storage);
    expect([next.isShown('min'), next.isShown('max')]).toEqual([false, true]);
    next.show(['min']);
    expect(new ColumnChoice(storage).isShown('min')).toBe(true);
  });

  it('says when it changes, and shows columns on request', () => {
    const choice = new ColumnChoice(storageOf('["p50","p95"]'));
    let changes = 0;
    choice.changed.connect(() => changes++);
    choice.show(['p50', 'p95']);
    expect([changes, choice.isShown('p50'), choice.isShown('p95')]).toEqual([1, true, true]);
  });

  it.each([
    ['damaged text', '{"min'],
    ['something else', '{"min":true}'],
    ['numbers', '[1,null,{}]'],
    ['more than a table has', JSON.stringify(['min', 'x'.repeat(2000)])]
  ])('shows all columns where the browser has %s', (_, stored) => {
    expect(new ColumnChoice(storageOf(stored)).isShown('min')).toBe(true);
  });

  it('remembers which columns are to stay where room is short', () => {
    const storage = storageOf(null);
    new ColumnChoice(storage).show(['min']);
    const next = new ColumnChoice(storage);
    expect([next.isWanted('min'), next.isWanted('max')]).toEqual([true, false]);
    next.hide('min');
    expect(new ColumnChoice(storage).isWanted('min')).toBe(false);
  });

  it('never hides the names, whatever is stored', () => {
    expect(new ColumnChoice(storageOf('["name"]')).isShown('name')).toBe(true);
  });

  it('holds where the browser stores nothing', () => {
    const storage: BrowserStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      }
    };
    const choice = new ColumnChoice(storage);
    choice.hide('min');
    expect(choice.isShown('min')).toBe(false);
  });
});
