import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/model/output/findings';
import {
  explainMarkdown,
  findingSentence,
  findingsText,
  findingText,
  namedShares,
  sharesLine
} from '../../../../src/report';

const TARGET = { view: 'table', selection: null, window: null } as const;
const EXACT = { share: 0.5, low: null, high: null, target: TARGET } as const;
const SAMPLED = { share: 0.775, low: 0.75, high: 0.798, target: TARGET } as const;
const PLACE = { file: 'Cell [3]', line: 7 } as const;
const UNPLACED = { file: '', line: 0, code: '', endedBy: '' } as const;
const MS = 1e6;
const IDLE = { device: 0, idleNs: 500 * MS };

const GROWTH = {
  ...{ grownBytes: 24e6, heldBytes: 64e6 },
  ...{ function: '', file: '', line: 0, aliveBytes: 0, errorBytes: 0 },
  ...{ object: '', objects: 0, retainedBytes: 0, path: '' }
};

const SENTENCES: readonly (readonly [Finding, string])[] = [
  [
    {
      kind: 'hotLine',
      ...SAMPLED,
      facts: { ...PLACE, code: 'text += row;', function: 'join', timeNs: 9 }
    },
    'Line Cell [3]:7 took 78 % (75–80 %) of the time, in `join()`: `text += row;`'
  ],
  [
    { kind: 'hotLine', ...SAMPLED, facts: { ...PLACE, code: '', function: '', timeNs: 9 } },
    'Line Cell [3]:7 took 78 % (75–80 %) of the time.'
  ],
  [
    {
      kind: 'hotFunction',
      ...SAMPLED,
      facts: { ...PLACE, function: '(top level)', timeNs: 9 }
    },
    'The top level of Cell [3] took 78 % (75–80 %) of the time, with what it called in libraries.'
  ],
  [
    { kind: 'hotFunction', ...EXACT, facts: { ...PLACE, function: 'parse', timeNs: 9 } },
    'Function `parse()` at Cell [3]:7 took 50 % of the time, with what it called in libraries.'
  ],
  [
    {
      kind: 'garbage',
      ...EXACT,
      share: 0.061,
      facts: { ...PLACE, function: '', timeNs: 61 * MS, count: 1 }
    },
    'Garbage collection took 6.1 % of the time: 61.0 ms in one go, most of it for an anonymous ' +
      'function at Cell [3]:7.'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: {
        ...PLACE,
        timeNs: 560 * MS,
        placeNs: 500 * MS,
        code: 'await load();',
        endedBy: 'network'
      }
    },
    'The thread waited for 50 % of the time, 89 % of that (500 ms of 560 ms) at Cell [3]:7, for the network: ' +
      '`await load();`'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: {
        ...{ ...PLACE, timeNs: 560 * MS, placeNs: 500 * MS, code: 'await f();', endedBy: '' },
        ...{ waits: 1200, fromFile: 'src/store.ts', fromLine: 22 }
      }
    },
    'The thread waited for 50 % of the time, 89 % of that (500 ms of 560 ms) at Cell [3]:7 in 1,200 waits of 417 µs, ' +
      'called from src/store.ts:22: `await f();`'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: {
        ...{
          ...PLACE,
          timeNs: 560 * MS,
          placeNs: 400 * MS,
          code: 'await pause();',
          endedBy: 'timer'
        },
        ...{ secondFile: 'Cell [3]', secondLine: 5, secondNs: 150 * MS, secondEndedBy: 'file' }
      }
    },
    'The thread waited for 50 % of the time, 71 % of that (400 ms of 560 ms) at Cell [3]:7, for a timer: ' +
      '`await pause();`. Another 27 % (150 ms) at Cell [3]:5, for a file.'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: { ...UNPLACED, timeNs: 560 * MS, placeNs: 0 }
    },
    'The thread waited for 50 % of the time, 560 ms.'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: { ...UNPLACED, timeNs: 560 * MS, placeNs: 0, threadNs: 1008 * MS }
    },
    'While no other thread or process ran, the thread waited for 50 % of the time (90 % in all), 560 ms.'
  ],
  [
    {
      kind: 'waiting',
      ...EXACT,
      facts: { ...UNPLACED, timeNs: 560 * MS, placeNs: 90 * MS }
    },
    'The thread waited for 50 % of the time, 560 ms; at which lines is known only of 90.0 ms.'
  ],
  [
    {
      kind: 'eventLoop',
      ...EXACT,
      facts: { ...PLACE, function: 'encode', longestNs: 260 * MS, blocks: 3 }
    },
    'Code ran for 260 ms without a pause, and kept timers and other awaits waiting (3 times), most ' +
      'of it in `encode()` at Cell [3]:7.'
  ],
  [
    {
      kind: 'dominates',
      ...EXACT,
      facts: { category: 'operator', name: 'MatMul', timeNs: 400 * MS, count: 1000, function: '' }
    },
    '`MatMul` took 50 % of the time: 400 ms in 1,000 runs.'
  ],
  [
    {
      kind: 'grew',
      ...EXACT,
      facts: { category: 'range', name: 'step', count: 24, firstNs: 8 * MS, lastNs: 44 * MS }
    },
    '`step` became slower over 24 runs: from 8.00 ms to 44.0 ms each, 50 % of the time in all.'
  ],
  [
    {
      kind: 'outliers',
      ...EXACT,
      facts: {
        category: 'range',
        name: 'batch',
        count: 40,
        outliers: 1,
        run: 17,
        medianNs: 8 * MS,
        longestNs: 300 * MS
      }
    },
    '1 of 40 runs of `batch` took 300 ms (run 17), while the median is 8.00 ms.'
  ],
  [
    {
      kind: 'gpuIdle',
      ...EXACT,
      facts: { ...IDLE, cause: 'hostBusy', causeNs: 400 * MS, host: 'JSON.parse' }
    },
    'GPU 0 was idle for 50 % of the time, 500 ms, most of it (400 ms) while the host ran code: ' +
      '`JSON.parse`'
  ],
  [
    {
      kind: 'gpuIdle',
      ...EXACT,
      facts: { ...IDLE, cause: 'copy', causeNs: 240 * MS, host: '' }
    },
    'GPU 0 was idle for 50 % of the time, 500 ms, of which 240 ms while the host copied.'
  ],
  [
    {
      kind: 'gpuIdle',
      ...EXACT,
      facts: { ...IDLE, cause: 'nothingLaunched', causeNs: 400 * MS, host: 'Cell [3]:4' }
    },
    'GPU 0 was idle for 50 % of the time, 500 ms, most of it (400 ms) while the host waited at ' +
      '`Cell [3]:4`.'
  ],
  [
    {
      kind: 'memory',
      ...EXACT,
      share: null,
      facts: {
        ...GROWTH,
        counter: 'Memory: node/heap',
        ...{ function: 'remember', file: 'Cell [3]', line: 2, aliveBytes: 22e6, errorBytes: 2.64e6 }
      }
    },
    'Memory grew by 24.0 MB to 64.0 MB that a full garbage collection did not free ' +
      '(`node/heap`); `remember()` (Cell [3]:2) allocated the most that is still alive, about 22.0 MB (± 12 %).'
  ],
  [
    { kind: 'memory', ...EXACT, share: null, facts: { ...GROWTH, counter: 'Memory: node/heap' } },
    'Memory grew by 24.0 MB to 64.0 MB that a full garbage collection did not free ' +
      '(`node/heap`); `--retained` shows which functions allocated it, `--heap-diff` what holds it.'
  ],
  [
    {
      kind: 'memory',
      ...EXACT,
      share: null,
      facts: {
        ...GROWTH,
        counter: 'Memory: node/heap',
        ...{ object: 'Session', objects: 2000, retainedBytes: 20e6 },
        path: 'sessions → Map → [7] → Session'
      }
    },
    'Memory grew by 24.0 MB to 64.0 MB that a full garbage collection did not free ' +
      '(`node/heap`); 2,000 new objects of `Session` with 20.0 MB are held by ' +
      '`sessions → Map → [7] → Session`.'
  ],
  [
    {
      kind: 'memory',
      ...EXACT,
      share: null,
      facts: { ...GROWTH, counter: 'Memory: node/arraybuffers' }
    },
    'Memory grew by 24.0 MB to 64.0 MB that a full garbage collection did not free ' +
      '(`node/arraybuffers`); `--heap-diff` shows what holds it.'
  ],
  [
    {
      kind: 'allocations',
      ...EXACT,
      share: null,
      facts: {
        ...{ function: 'churn', file: 'Cell [3]', line: 2 },
        ...{ allocatedBytes: 80e6, errorBytes: 8e6, allBytes: 90e6 }
      }
    },
    '`churn()` (Cell [3]:2) allocated the most: about 80.0 MB (± 10 %) of 90.0 MB.'
  ],
  [
    { kind: 'overhead', ...EXACT, share: 0.12, facts: { timeNs: 12 * MS, option: '--stack' } },
    'Recording took about 12 % of the time, 12.0 ms; without `--stack` it takes less.'
  ],
  [
    { kind: 'fewSamples', ...EXACT, share: null, facts: { samples: 3, expected: 1000 } },
    'Only 3 of 1,000 samples of the profiled thread were taken: shares of its CPU time may be off.'
  ],
  [
    {
      kind: 'hotLine',
      ...SAMPLED,
      facts: {
        ...{ ...PLACE, code: 'f();', function: 'join', timeNs: 9 },
        ...{ fromFile: 'src/store.ts', fromLine: 22 }
      }
    },
    'Line Cell [3]:7 took 78 % (75–80 %) of the time, in `join()`, called from src/store.ts:22: `f();`'
  ]
];

const SHARES = {
  userNs: 620 * MS,
  libraryNs: 300 * MS,
  nativeNs: 0,
  gcNs: 0.0001 * MS,
  waitingNs: 80 * MS,
  gpuNs: 0
};

describe('the sentence of a finding', () => {
  it.each(SENTENCES)('of kind $kind', (finding, sentence) => {
    expect(findingText(finding)).toBe(sentence);
  });

  const trans = {
    __: (text: string, ...values: string[]) =>
      text.toUpperCase().replace(/%(\d)/g, (_, at) => values[Number(at) - 1])
  };

  it.each(SENTENCES)('of kind $kind has all its values in a translation', (finding, sentence) => {
    expect(findingText(finding, { trans }).toUpperCase()).toBe(sentence.toUpperCase());
  });

  it.each(SENTENCES)('of kind $kind has its figures in sight, however long names are', finding => {
    const long = 'kernel<float, 128>::'.repeat(20);
    const facts = Object.fromEntries(
      Object.entries(finding.facts).map(([key, value]) => {
        const isName = typeof value === 'string' && !['cause', 'file', 'causeFile'].includes(key);
        return [key, isName && value !== '' ? long : value];
      })
    );
    const parts = findingSentence({ ...finding, facts } as Finding);
    for (const part of parts) {
      if (typeof part !== 'string') expect(part.code.length).toBeLessThanOrEqual(122);
    }
  });

  it('is in the language that is asked for', () => {
    expect(findingText(SENTENCES[1][0], { trans })).toBe(
      'LINE Cell [3]:7 TOOK 78 % (75–80 %) OF THE TIME.'
    );
  });
});

/** Of a profile that lacks nothing, recorded with options that are not known. */
const NOTHING_ELSE = { notes: [], options: {} };

describe('the findings of a profile', () => {
  it('are numbered lines of text below the wall time by use, without control characters', () => {
    const facts = { ...PLACE, code: 'a\u001b[31mb', function: 'f', timeNs: 9 };
    const findings: Finding[] = [{ kind: 'hotLine', ...SAMPLED, facts }, SENTENCES[1][0]];
    expect(findingsText({ findings, shares: SHARES })).toBe(
      'Time: your code 62 % · libraries 30 % · waiting 8.0 %\n' +
        '1. Line Cell [3]:7 took 78 % (75–80 %) of the time, in `f()`: `a\\u001b[31mb`\n' +
        '2. Line Cell [3]:7 took 78 % (75–80 %) of the time.\n\n'
    );
    expect(findingsText({ findings: [], shares: null })).toBe('');
  });

  it('are numbered, and remarks below them are not', () => {
    const remark = SENTENCES.find(([{ kind }]) => kind === 'outliers')!;
    const findings: Finding[] = [SENTENCES[1][0], remark[0]];
    expect(findingsText({ findings, shares: null })).toBe(
      `1. ${SENTENCES[1][1]}\n- ${remark[1]}\n\n`
    );
    const explained = { name: 'a', wallNs: 1, shares: null, findings, ...NOTHING_ELSE };
    expect(explainMarkdown(explained)).toMatch(
      /\n1\. Line [^\n]*\n\n- 1 of 40 runs of `batch` [^\n]* \(view: table\)\n/
    );
  });

  it('have shares of the wall time that add up to all of it', () => {
    const sum = namedShares(SHARES).reduce((all, { share }) => all + share, 0);
    expect(sum).toBeCloseTo(1);
    expect(sharesLine(SHARES)).not.toContain('garbage');
  });

  it('are Markdown that no name can change', () => {
    const name = '# <img src=x> **bold** [a](b)\n| c |';
    const facts = { category: 'range', name: '``x`', timeNs: 1, count: 2, function: '' };
    const findings: Finding[] = [{ kind: 'dominates', ...EXACT, facts }];
    const text = explainMarkdown({ name, wallNs: 1e9, shares: SHARES, findings, ...NOTHING_ELSE });
    const [title] = text.split('\n');
    expect(title).toBe(
      '# Profile \\# \\<img src=x\\> \\*\\*bold\\*\\* \\[a\\](b)\\\\u000a\\| c \\|'
    );
    expect(text).toContain('| your code | 62 % | 620 ms |\n');
    expect(text).toContain('1. ``` ``x` ``` took 50 % of the time: 1 ns in 2 runs. (view: table)');
    const nothing = { name: 'a', wallNs: 1, shares: null, findings: [], ...NOTHING_ELSE };
    expect(explainMarkdown(nothing)).toContain('Nothing stands out.');
  });

  it('are followed by what the profile lacks, and what to measure next', () => {
    const facts = { timeNs: 1, count: 2, function: 'f', file: 'a.ts', line: 1 };
    const findings: Finding[] = [{ kind: 'garbage', ...EXACT, facts }];
    const options = { allocations: 'off' };
    const explained = { name: 'a', wallNs: 1, shares: null, findings, options };
    const text = explainMarkdown({ ...explained, notes: ['The file was <cut> off.'] });
    expect(text).toMatch(
      /\n\n## What this profile lacks\n\n- The file was \\<cut\\> off\.\n\n## Measure next\n\n- `--allocations` shows .*\n$/
    );
    const known = { ...explained, options: { allocations: '65536' }, notes: [] };
    expect(explainMarkdown(known)).not.toContain('##');
  });

  it('stay within some kilobytes, whatever the profile has', () => {
    const long = '漢`|*'.repeat(5000);
    const facts = { category: 'range', name: long, timeNs: 1, count: 2, function: long };
    const findings = Array.from({ length: 5 }, (): Finding => ({
      kind: 'dominates',
      ...EXACT,
      facts
    }));
    const notes = Array.from({ length: 9 }, () => long);
    const text = explainMarkdown({
      name: long,
      wallNs: 1,
      shares: SHARES,
      findings,
      notes,
      options: {}
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3072);
    expect(text.endsWith('\n…\n')).toBe(true);
  });
});
