import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FACT_RECORDS, type FactName, FACTS } from '../../src/facts/table';

/** The words by which the sources name a fact, and the most files that may do so: the number may only fall. */
const NAMED: Readonly<
  Partial<Record<FactName | 'requests', { readonly words: RegExp; readonly most: number }>>
> = {
  deopts: { words: /(?<![a-zA-Z])deopt|Deopt|DEOPT/, most: 9 },
  heapGrowth: {
    words: /heapGrowth|HeapGrowth|HEAP_GROWTH|heapDiff|heap-diff|GrownConstructor|[hH]eap growth/,
    most: 9
  },
  startUp: {
    words:
      /(?<!with|after|is)StartUp|StartUpRun|startUpRun|START_UP|meta\.startUp|[iI]mportingLine/,
    most: 10
  },
  heldMemory: { words: /[hH]eldMemory|HELD_MEMORY/, most: 4 },
  // The formats of traces of GPUs write and read the descriptions, and reports of GPUs compute with them.
  gpus: { words: /[gG]puInfo|GPU_INFO|MAX_GPUS|meta\.gpus|facts\/gpus'/, most: 18 },
  cpuIntervals: { words: /[cC]puIntervals|CPU_INTERVALS/, most: 5 },
  helperCpuNs: { words: /[hH]elperCpu|HELPER_CPU/, most: 7 },
  // Seven of these record requests, one protocol each; one tells work for requests apart,
  // one ranks their finding among others, and one has its words.
  requests: {
    words:
      /HTTP_(SERVER|CLIENT)_|FETCH_CATEGORY|DATABASE_CATEGORY|REQUEST_CATEGORIES|[rR]equestLatenc|LATENCY_|'databases'|'requests'|\brequests: (?!Input)|facts\/requests|RequestSpan|REQUESTS\b/,
    most: 23
  }
};

/** The most files that may name a fact which is not in {@link NAMED}, by the words of its name alone. */
const MOST_OF_OTHERS = 12;

/** `openHandles`, `OpenHandles` and `OPEN_HANDLES`. */
function ownWords(name: string): RegExp {
  const [first, rest] = [name.charAt(0), name.slice(1)];
  const upper = name.replace(/[A-Z]/g, '_$&').toUpperCase();
  return new RegExp(`[${first}${first.toUpperCase()}]${rest}|${upper}`);
}

/** The list of sources, which names those of facts. */
const SOURCES = 'src/engine/recording/sourceTable.ts';

/** The other files that name several facts: their list, and those that say something of two. */
const OF_SEVERAL = [
  'src/analysis/statistics/overview.ts',
  'src/facts/table.ts',
  'src/sources/v8/cpu/cpuSampler.ts'
];

/** Options of facts that a file may name by themselves. */
const MOST_OPTIONS = 2;

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

/** The file or folder of one fact. */
const OF_A_FACT = /^src\/facts\/(?!shared\/|table\.ts$)(\w+)/;

/** The other files that name a fact, and its own; of the facts beside it the help and findings may name its option. */
function filesThatName(name: FactName | 'requests'): string[] {
  const words = NAMED[name]?.words ?? ownWords(name);
  return sources
    .filter(({ file, text }) => (OF_A_FACT.exec(file)?.[1] ?? name) === name && words.test(text))
    .map(({ file }) => file);
}

/** What to do where other files than before name a fact. */
function adviceFor(name: FactName | 'requests', files: readonly string[]): string {
  const words = NAMED[name]?.words ?? ownWords(name);
  const places = sources
    .filter(({ file }) => files.includes(file))
    .map(({ file, text }) => `  ${file}: ${words.exec(text)?.[0]}`);
  return [
    `${files.length} files name ${name}:`,
    ...places,
    'A file that shows, checks or merges facts iterates those of src/facts/table.ts and names none.',
    'If there are fewer than before, lower the number in this test.'
  ].join('\n');
}

describe('a fact', () => {
  it.each([...FACTS.map(({ name }) => name), 'requests' as const])(
    '%s is named by few files',
    name => {
      const files = filesThatName(name);
      expect(files.filter(file => file.startsWith(`src/facts/${name}`))).not.toEqual([]);
      const most = NAMED[name]?.most ?? Math.min(files.length, MOST_OF_OTHERS);
      expect(files.length, adviceFor(name, files)).toBe(most);
    }
  );

  it('stands beside others in few files, of which one lists all', () => {
    const named = FACTS.map(({ name }) => filesThatName(name));
    const lists = sources.filter(
      ({ file }) => file !== SOURCES && named.filter(files => files.includes(file)).length > 1
    );
    const files = lists.map(({ file }) => file);
    expect(files, 'iterate those of src/facts/table.ts').toEqual(OF_SEVERAL);
  });

  it('has options that no file lists but those of facts', () => {
    const options = FACT_RECORDS.flatMap(({ option }) => option?.name ?? []);
    const listed = ({ text }: { readonly text: string }): readonly string[] =>
      options.filter(name => new RegExp(`'${name}'|\\b${name}: (true|false)\\b`).test(text));
    const lists = sources
      .filter(({ file }) => !file.startsWith('src/facts/'))
      .filter(each => listed(each).length > MOST_OPTIONS)
      .map(each => `${each.file}: ${listed(each).join(', ')}`);
    expect(lists, 'iterate FACT_RECORDS of src/facts/table.ts').toEqual([]);
  });
});
