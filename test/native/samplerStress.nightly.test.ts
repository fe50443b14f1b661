import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileV8Addon } from '../support/compileV8Addon';
import { repositoryRoot } from '../support/fakeCuda/root';
import { useFolder } from '../support/folders';
import { nodeVersions } from '../support/nodeVersions';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const PROGRAM = at('test', 'native', 'samplerStress.cjs');

/** Changes by which the addon does all the time what is rare otherwise. */
const OFTEN = [
  ['threadClock.cc', /ROWS = [\d']+/, 'ROWS = 64'],
  ['pieceTimer.cc', /PERIOD_NS = [\d']+/, "PERIOD_NS = 5'000'000"]
] as const;

const SECONDS = 2;
const KINDS = 'all,threads,code,full,contexts,regexps,wasm,deopts,builtins,awaits'.split(',');

/** Flags of V8, by what they change. */
const FLAGS = [
  ['nothing', ''],
  ['code of the baseline compiler', '--always-sparkplug'],
  ['optimized code', '--always-turbofan'],
  ['interpreted code', '--no-opt --no-sparkplug'],
  ['objects that move', '--stress-compaction'],
  ['collections', '--gc-interval=500'],
  ['flushed code', '--stress-flush-code --no-compilation-cache']
] as const;

const folder = useFolder();

describe.each(nodeVersions())('$title goes on while it is sampled', ({ title, executable }) => {
  const addon = path.join(folder, `${title.replace(' ', '-')}.node`);

  beforeAll(() => {
    const sources = path.join(folder, title);
    cpSync(at('src', 'native', 'v8'), sources, { recursive: true });
    for (const [name, rare, often] of OFTEN) {
      const file = path.join(sources, name);
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(rare);
      writeFileSync(file, text.replace(rare, often));
    }
    const names = readdirSync(sources).filter(name => name.endsWith('.cc'));
    const files = names.map(name => path.join(sources, name));
    compileV8Addon(addon, files, { executable, included: sources });
  });

  describe.each(FLAGS)('with %s', (_what, flags) => {
    it.each(KINDS)('%s', kind => {
      const options = ['--expose-gc', ...flags.split(' ').filter(Boolean)];
      const { status, signal, stdout, stderr } = spawnSync(
        executable,
        [...options, PROGRAM, addon, kind, String(SECONDS)],
        { encoding: 'utf8', timeout: 120_000 }
      );
      expect({ status, signal, stdout, stderr }).toEqual({
        status: 0,
        signal: null,
        stdout: 'done\n',
        stderr: ''
      });
    });
  });
});
