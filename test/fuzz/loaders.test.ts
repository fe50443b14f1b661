import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeds } from './inputs';
import { LOADERS } from './loaders';
import { defectOf, isProfile, useProfile } from './soundness';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The defect that an input brings to light; undefined for none. */
async function defectIn(read: () => unknown, sizeBytes: number): Promise<string | undefined> {
  let value: unknown;
  try {
    value = await read();
  } catch (error) {
    return defectOf(error);
  }
  if (!isProfile(value)) return undefined;
  try {
    await useProfile(value, sizeBytes);
    return undefined;
  } catch (error) {
    return `a profile that cannot be used: ${error instanceof Error ? error.stack : 'no error'}`;
  }
}

describe.each(LOADERS)('the reader of a $name', ({ input, read, ending = '' }) => {
  test('gives what is valid, or an error with a name, whatever it is handed', async () => {
    const file = join(folder, `input${ending}`);
    const defects: string[] = [];
    for (const { seed, random } of seeds()) {
      const bytes = input(random);
      writeFileSync(file, bytes);
      const defect = await defectIn(() => read(bytes, file), bytes.length);
      if (defect !== undefined) defects.push(`seed ${seed}: ${defect}`);
    }
    expect(defects.slice(0, 3), `${defects.length} defects`).toEqual([]);
  });
});
