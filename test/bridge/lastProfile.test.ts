import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

describe('the profile of a cell', () => {
  test('is not there inside the first profiled cell, which says so, and is in the next', async () => {
    const { reply } = await kernel.execute(
      "%%profile\nimport { profile } from 'kernelscope';\nprofile.last!.find('work');"
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'UnfinishedSessionError' });
    expect(reply['evalue']).toContain('Ask for it in the next cell');
    const next = await kernel.execute(
      "import { profile } from 'kernelscope';\nprofile.last!.data.meta.cell !== null"
    );
    expect(kernel.textOf(next.id)).toBe('true\n');
  });

  test('is there in one cell with profile.run, as in the README', async () => {
    const { id, reply } = await kernel.execute(
      `import { profile, range } from 'kernelscope';
const { value, session } = await profile.run(() => range('tokenise', () => 5));
console.log(value, session.finished.find('tokenise')!.count, session.finished.findings().length >= 0);`
    );
    expect(reply['status'], JSON.stringify(reply)).toBe('ok');
    expect(kernel.textOf(id)).toBe('5 1 true\n');
  });
});
