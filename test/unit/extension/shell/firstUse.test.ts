import { describe, expect, it } from 'vitest';
import { FirstUse } from '../../../../extension/src/shell/firstUse';

function storageOf(stored: string | null) {
  return {
    stored,
    getItem(): string | null {
      return this.stored;
    },
    setItem(_: string, value: string): void {
      this.stored = value;
    }
  };
}

describe('the hint of the first use', () => {
  it('is taken by one profile of each of the first three pages', () => {
    const storage = storageOf(null);
    const pages = [0, 1, 2, 3].map(() => {
      const firstUse = new FirstUse(storage);
      return [firstUse.take(), firstUse.take()];
    });
    expect(pages).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, false]
    ]);
  });

  it('never comes back once it was dismissed', () => {
    const storage = storageOf(null);
    const firstUse = new FirstUse(storage);
    expect(firstUse.take()).toBe(true);
    firstUse.dismiss();
    expect(new FirstUse(storage).take()).toBe(false);
  });

  it('is on no page where the browser stores nothing, or something else', () => {
    const broken = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      }
    };
    const storages = [null, broken, storageOf('x'), storageOf('-1'), storageOf('1e9')];
    expect(storages.map(storage => new FirstUse(storage).take())).toEqual(
      storages.map(() => false)
    );
  });
});
