import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeKscope } from '../../../src/formats';
import { useFolder } from '../../support/folders';
import { rankProfile } from '../../support/rankDirectories';
import { runCommand } from '../../support/runCommand';

const folder = useFolder();

function profile(name: string, ms: number): string {
  const file = path.join(folder, `${name}.kscope`);
  const meta = { name, options: { stack: 'off' } };
  const operators = ['MatMul', 'Relu'];
  const operatorMs = (operator: string): number => (operator === 'MatMul' ? ms : 1);
  const made = rankProfile({ rank: 0, steps: [1, 2, 3], operators, operatorMs, meta });
  writeFileSync(file, encodeKscope(made));
  return file;
}

describe('explain', () => {
  const before = profile('before', 20);
  const after = profile('after', 60);

  it('prints the findings as Markdown, and what to measure next', async () => {
    const { code, out, err } = await runCommand('explain', after);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^# Profile after\n\nWall time: 183 ms\.\n\n1\. .*`MatMul` took 98 % of the time/
    );
    expect(out).toContain('## Measure next\n\n- `--stack` shows which lines call it.\n');
  });

  it('says what has changed since another profile', async () => {
    const { code, out } = await runCommand('explain', after, '--compare', before);
    expect(code).toBe(0);
    expect(out).toContain('## Compared with before\n\n');
    expect(out).toContain('A single run cannot tell a change from chance');
    expect(out).toContain('| `MatMul` | 60.0 ms | 180 ms | +120 ms |\n');
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(4096);
  });

  it('lists no name that has not changed', async () => {
    const { out } = await runCommand('explain', after, '--compare', after);
    expect(out).toContain('No change: 183 ms → 183 ms.');
    expect(out).not.toContain('Time of a run');
  });

  it('fails where there is no profile', async () => {
    const { code, out, err } = await runCommand('explain', path.join(folder, 'none.kscope'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('none.kscope');
  });
});
