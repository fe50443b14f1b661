import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORD_COLUMNS } from '../../../src/analysis/operators/selectRecords';
import { type CommandResult, runCommand } from '../../support/runCommand';
import { useFolder } from '../../support/folders';

const MGE = join(__dirname, '../../golden/mge');
const PROFILING = join(MGE, 'profiling.json');

interface GoldenCase {
  readonly args: readonly string[];
  readonly stdout?: string;
  readonly upstream_crashes?: string;
}

interface Variations {
  readonly graphs: readonly string[];
  readonly cases: readonly (GoldenCase & { readonly graph: number })[];
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(MGE, name), 'utf8'));
const CASES = readJson('analyzeOutputs.json') as readonly GoldenCase[];
const VARIATIONS = readJson('variations.json') as Variations;
/** Patterns that Python reads and JavaScript does not, as it has them. */
const IN_JAVASCRIPT: Readonly<Record<string, string>> = {
  '(?i)FUSE': '/FUSE/i',
  '(?P<a>x)|(?P<b>w{3})': '(?<a>x)|(?<b>w{3})'
};
const HELP = CASES.find(({ args }) => args[0] === '-h')?.stdout ?? '';

const folder = useFolder();

function written(text: string, name = 'profiling.json'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function analyze(...args: readonly string[]): Promise<CommandResult> {
  return runCommand('analyze', PROFILING, ...args);
}

/** Operators of the device table, in order: the texts of their ids or counts. */
async function listed(...args: readonly string[]): Promise<string[]> {
  const { out, code } = await analyze(...args, '--dump-only-opr', '--print-only', 'device');
  expect(code).toBe(0);
  return out.trimEnd().split('\n');
}

describe('kernelscope analyze on a profile of MegEngine', () => {
  it.each(CASES.filter(({ args, stdout }) => stdout !== undefined && args[0] !== '-h'))(
    'prints what MegEngine prints for $args',
    async ({ args, stdout }) => {
      const { code, out, err } = await analyze(...args);
      expect([code, out]).toEqual([0, stdout]);
      if (args.includes('Nope')) expect(err).toContain('no operator matches; there are the types ');
      else expect(err).toBe('');
    }
  );

  it('prints what MegEngine prints of random graphs, and something where it crashes', async () => {
    for (const { graph, args, stdout } of VARIATIONS.cases) {
      const file = written(VARIATIONS.graphs[graph]);
      const ours = args.map(arg => IN_JAVASCRIPT[arg] ?? arg);
      const result = await runCommand('analyze', file, ...ours);
      expect(result.code, args.join(' ')).toBe(0);
      expect(result.out.length, args.join(' ')).toBeGreaterThan(0);
      if (stdout !== undefined) expect(result.out, args.join(' ')).toBe(stdout);
    }
  });

  it('has all options of MegEngine in its help, under its own name', async () => {
    const { out, code } = await runCommand('analyze', '-h');
    const options = HELP.match(/--[a-z-]+/g) ?? [];
    expect(options.length).toBeGreaterThan(15);
    for (const option of options) expect(out).toContain(option);
    expect(out).toContain('Usage: kernelscope analyze');
    expect(code).toBe(0);
  });
});

describe('kernelscope analyze where MegEngine crashes', () => {
  it('draws empty bars for operators of which no computation is known', async () => {
    const { out, code } = await analyze('-t', '3', '--confluence');
    expect(code).toBe(0);
    expect(out.match(/^\| +\d \|.*$/gm)).toHaveLength(3);
    expect(out).toContain('|   0 | 0.000633 | 43.4%   | ############### |');
  });

  it('puts what is unknown last in both directions', async () => {
    const falling = await listed('-t', '0', '--order-by', 'computation');
    const rising = await listed('-t', '0', '--order-by', '+flops');
    const known = ['6', '51', '53', '58', '72', '78'];
    expect(falling.slice(0, 3).map(idOf)).toEqual(['6', '53', '51']);
    for (const ids of [falling, rising].map(lines => lines.map(idOf))) {
      expect(ids).toHaveLength(17);
      expect(ids.slice(0, known.length).sort()).toEqual([...known].sort());
    }
    expect(rising.map(idOf).slice(0, 2)).toEqual(['78', '72']);
  });

  it('takes the greatest of what is known for a type', async () => {
    const { out } = await analyze(
      ...['-t', '0', '--print-only', 'device', '--format', 'csv'],
      ...['--aggregate-by', 'type', '--aggregate', 'max']
    );
    const rows = out.trimEnd().split('\n');
    expect(rows).toHaveLength(7 + 1);
    expect(rows.find(row => row.includes('Reduce'))).toMatch(/^device,,Reduce,,2,.*,3136,/);
  });

  it('finds element types by the size of elements where they were not recorded', async () => {
    const args = ['-t', '1', '--print-only', 'device'] as const;
    const found = await analyze('--input-dtype', 'Float32', ...args);
    expect(found.code).toBe(0);
    expect(found.out).toContain('OutputCallback');
    expect(found.err).toContain('inputs whose elements have the size of Float32 count as Float32');
    const other = await analyze('--input-dtype', 'Float16', ...args);
    expect(other.out).not.toContain('#0');
  });

  it.each([
    [['--order-by', 'bogus'], "argument 'bogus' is invalid. Columns are time, info,"],
    [['--order-by', '+'], "argument '+' is invalid"],
    [['--aggregate-by', 'type'], "option '--aggregate-by <key>' needs '--aggregate <operation>'"],
    [['--aggregate-by', 'name'], "argument 'name' is invalid. Allowed choices are type"],
    [['--aggregate', 'median'], "argument 'median' is invalid"],
    [['--top', '-1'], "argument '-1' is invalid"],
    [['-t', 'many'], "argument 'many' is invalid"],
    [['--min-time', 'soon'], "argument 'soon' is invalid. Give a number of seconds"],
    [['--max-time', '0x10'], "argument '0x10' is invalid"],
    [['--opr-name', '(a'], "argument '(a' is invalid. It must be a JavaScript regex. Invalid"],
    [['--opr-name', '(?P<a>x)'], "argument '(?P<a>x)' is invalid. It must be a JavaScript regex"],
    [['--print-only', 'all'], "argument 'all' is invalid"],
    [['--top-end-key', 'start'], "argument 'start' is invalid"],
    [['--agg', 'sum'], "option '--agg' could be --aggregate-by or --aggregate"],
    [['--bogus'], "unknown option '--bogus'"]
  ])('refuses %j as wrong usage', async (args, message) => {
    const { code, out, err } = await analyze(...args);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

describe('kernelscope analyze of a hostile file', () => {
  it('writes no control characters of it to the terminal', async () => {
    const key = JSON.stringify('\u001b[2J\u009b1m');
    const file = written(`{"profiler": {"device": {${key}: {"cpu": {"start": 0}}}}}`);
    const { code, err } = await runCommand('analyze', file);
    expect(code).toBe(1);
    expect(err).toContain('\\u001b[2J\\u009b1m');
    expect(err).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('options of kernelscope analyze', () => {
  it.each([
    [['-t', '2'], ['-t2']],
    [['-t', '2'], ['-t=2']],
    [['-t', '2'], ['--top=2']],
    [['--copy-time'], ['--copy']],
    [['--top-end-key', 'kern'], ['--top-e=kern']],
    [
      ['-t', '2'],
      ['-t', '9', '-t', '2']
    ],
    [['--order-by', 'memory'], ['--order=memory']],
    [
      ['--order-by', '+time', '--confluence'],
      ['--wiki', '--order-by', '+time']
    ],
    [['--min-time', '-1'], ['--min-time=-inf']],
    [['--max-time', 'inf'], []],
    [
      ['--opr-name', '/red.*red/is'],
      ['--opr-name', '[Rr]ed(.|\\n)*[Rr]ed']
    ],
    [
      ['--opr-name', '/RED/i'],
      ['--opr-name', '[Rr]ed']
    ]
  ])('%j means the same as %j', async (args, same) => {
    const result = await analyze(...args);
    expect(result.code).toBe(0);
    expect(await analyze(...same)).toEqual(result);
  });

  it.each(RECORD_COLUMNS.flatMap(column => [column, `+${column}`]))(
    'orders by %s and leaves nobody out',
    async column => {
      expect(await listed('-t', '0', '--order-by', column)).toHaveLength(17);
      const types = ['--aggregate', 'sum', '--aggregate-by', 'type'];
      expect(await listed('-t', '0', '--order-by', column, ...types)).toHaveLength(7);
    }
  );

  it('writes N/A for copies where there are none', async () => {
    const { out } = await analyze('--copy-time', '--print-only', 'summary');
    expect(out).toMatch(/^copy wait time +N\/A$/m);
  });

  it('writes numbers in full as JSON and CSV', async () => {
    const { out } = await analyze('--format', 'json', '-t', '1', '--show-host');
    const { totals, tables } = JSON.parse(out) as {
      totals: { deviceSeconds: number; hostSeconds: number };
      tables: { place: string; rows: { id: string; seconds: number; inShapes: unknown }[] }[];
    };
    expect(totals.deviceSeconds).toBeCloseTo(0.001457, 12);
    expect(totals.hostSeconds).toBeCloseTo(0.000958, 12);
    expect(tables.map(({ place }) => place)).toEqual(['device', 'host']);
    expect(tables[0].rows[0]).toMatchObject({ id: '80', inShapes: [[2, 2], []], flops: null });
    const csv = await analyze('--format', 'csv', '-t', '1');
    expect(csv.out).toContain('"[[2,2],[]]"');
  });
});

describe('kernelscope analyze --peaks', () => {
  const peak = (value: number) => ({ name: 'x', value, spread: 0, isCertain: true, why: '' });
  const peaks = {
    ...{ format: 'kernelscope peaks', version: 1, measuredAtMs: 0, host: 'h' },
    ...{ compute: [peak(10e9), peak(4e9)], memory: peak(1e9) }
  };

  it('holds operators against the highest peak, or what memory lets them reach', async () => {
    const file = written(JSON.stringify(peaks), 'peaks.json');
    const { out } = await analyze('--peaks', file, '--type', 'ConvolutionForward');
    const flops = 169_344 / 3.3e-5;
    const byMemory = (169_344 / 19_552) * 1e9;
    expect(out).toContain('│ attainable   │ % of roof   │');
    expect(out).toContain(`│ ${(byMemory / 1e9).toFixed(2)}         │`);
    expect(out).toContain(`│ ${((100 * flops) / byMemory).toFixed(1)}        │`);
    expect(out).toContain('│ GFLOPS       │ memory      │');
    const wiki = await analyze('--peaks', file, '--confluence');
    expect(wiki.out).toContain('attainable (MFLOPS)');
  });

  it('names a file that is none of peaks', async () => {
    const { code, err } = await analyze('--peaks', PROFILING);
    expect(err).toContain(`Cannot read the peaks of ${PROFILING}: This is not a file of peaks`);
    expect(code).toBe(1);
  });
});

/** The last word of a line. */
function idOf(line: string): string {
  return line.split(' ').at(-1) ?? '';
}

describe('kernelscope profile_analyze', () => {
  it('is kernelscope analyze under the name of MegEngine', async () => {
    const args = [PROFILING, '-t', '5', '--aggregate-by', 'type', '--aggregate', 'sum'];
    const own = await runCommand('analyze', ...args);
    expect(own.code).toBe(0);
    expect(await runCommand('profile_analyze', ...args)).toEqual(own);
    expect((await runCommand('profile_analyze', '--help')).code).toBe(0);
  });
});
