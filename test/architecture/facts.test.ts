import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type FactName, FACTS } from '../../src/facts/table';

/** The words by which the sources name each fact, and the most files that may do so: the number may only fall. */
const NAMED: Readonly<
  Record<FactName | 'requests', { readonly words: RegExp; readonly most: number }>
> = {
  deopts: { words: /(?<![a-zA-Z])deopt|Deopt|DEOPT/, most: 12 },
  heapGrowth: {
    words: /heapGrowth|HeapGrowth|HEAP_GROWTH|heapDiff|heap-diff|GrownConstructor|[hH]eap growth/,
    most: 10
  },
  startUp: {
    words:
      /(?<!with|after|is)StartUp|StartUpRun|startUpRun|START_UP|meta\.startUp|[iI]mportingLine/,
    most: 10
  },
  heldMemory: { words: /[hH]eldMemory|HELD_MEMORY/, most: 4 },
  // The formats of traces of GPUs write and read the descriptions, and reports of GPUs compute with them.
  gpus: { words: /[gG]puInfo|GPU_INFO|MAX_GPUS|meta\.gpus|facts\/gpus'/, most: 22 },
  cpuIntervals: { words: /[cC]puIntervals|CPU_INTERVALS/, most: 5 },
  helperCpuNs: { words: /[hH]elperCpu|HELPER_CPU/, most: 7 },
  // Seven of these record requests, one protocol each; three are APIs that record none; one tells work for requests apart.
  requests: {
    words:
      /HTTP_(SERVER|CLIENT)_|FETCH_CATEGORY|DATABASE_CATEGORY|REQUEST_CATEGORIES|[rR]equestLatenc|LATENCY_|'databases'|'requests'|\brequests: (?!Input)|facts\/requests|RequestSpan|REQUESTS\b/,
    most: 27
  }
};

/** The files that name several facts: their list, and those that say something of two. */
const OF_SEVERAL = [
  'src/analysis/findings/memoryGrowth.ts',
  'src/analysis/statistics/overview.ts',
  'src/facts/table.ts',
  'src/sources/v8/cpu/cpuSampler.ts'
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = execFileSync(
  'git',
  [
    ...['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--'],
    ...['src', 'extension/src', 'kernel-bridge/src', 'vscode/src']
  ],
  { cwd: root, encoding: 'utf8' }
)
  .split('\0')
  .filter(file => /\.m?ts$/.test(file) && existsSync(join(root, file)))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

function filesThatName(name: keyof typeof NAMED): string[] {
  return sources.filter(({ text }) => NAMED[name].words.test(text)).map(({ file }) => file);
}

describe('a fact', () => {
  it.each([...FACTS.map(({ name }) => name), 'requests' as const])(
    '%s is named by few files',
    name => {
      const files = filesThatName(name);
      expect(files.filter(file => file.startsWith(`src/facts/${name}`))).not.toEqual([]);
      expect(files.length, files.join('\n')).toBe(NAMED[name].most);
    }
  );

  it('stands beside others in few files, of which one lists all', () => {
    const named = FACTS.map(({ name }) => filesThatName(name));
    const lists = sources.filter(
      ({ file }) => named.filter(files => files.includes(file)).length > 1
    );
    expect(lists.map(({ file }) => file)).toEqual(OF_SEVERAL);
  });
});
