import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TreeDirectory } from '../../../../../src/compat/mindspore/outputTree/outputTreeLayout';
import { useTestSessions } from '../../../../support/testSessions';

const test = useTestSessions();

const owner = {
  host: 'node',
  pid: 8,
  startedAtMs: new Date(2026, 11, 31, 23, 59, 59, 998).getTime()
};

describe('TreeDirectory', () => {
  it('takes the next free millisecond where its name is taken, by a file as well', () => {
    const out = test().file('out');
    mkdirSync(out);
    writeFileSync(path.join(out, 'node_8_20261231235959999_kscope'), '');
    const made = [1, 2, 3].map(() => TreeDirectory.make(out, owner).path);
    expect(made.map(directory => path.basename(directory))).toEqual([
      'node_8_20261231235959998_kscope',
      'node_8_20270101000000000_kscope',
      'node_8_20270101000000001_kscope'
    ]);
    expect(readdirSync(out)).toHaveLength(4);
  });

  it('removes what is in it, and the folders made for it unless they are in use', () => {
    const out = test().file(path.join('a', 'b'));
    const [first, second] = [TreeDirectory.make(out, owner), TreeDirectory.make(out, owner)];
    writeFileSync(path.join(first.path, 'file'), 'text');
    first.remove();
    expect(existsSync(first.path)).toBe(false);
    expect(existsSync(second.path)).toBe(true);
    second.remove();
    expect(readdirSync(out)).toEqual([]);
    first.remove();
    expect(existsSync(test().file('a'))).toBe(false);
  });
});
