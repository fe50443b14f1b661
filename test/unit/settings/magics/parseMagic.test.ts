import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KernelscopeError } from '../../../../src/base/errors';
import { findMagic } from '../../../../src/settings/magics/findMagic';
import { MagicError } from '../../../../src/settings/parse/magicErrors';
import { type MagicCommand, MAGICS } from '../../../../src/settings/magics/magicTable';
import { magicLabel } from '../../../../src/settings/table/optionTypes';
import { parseMagicLine } from '../../../../src/settings/magics/parseMagic';
import {
  DEFAULT_PROFILE_OPTIONS,
  type ProfileOptionsPatch
} from '../../../../src/settings/table/profileOptions';

const parse = (line: string): MagicCommand => parseMagicLine(findMagic(line)!);

function cellOptions(line: string): ProfileOptionsPatch {
  const command = parse(`%%profile ${line}`);
  if (command.command !== 'profileCell') throw new Error(command.command);
  const entries = Object.entries(command.options).filter(
    ([key, value]) => value !== DEFAULT_PROFILE_OPTIONS[key as keyof ProfileOptionsPatch]
  );
  return Object.fromEntries(entries);
}

function errorOf(line: string): MagicError {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof MagicError) return error;
    throw error;
  }
  throw new Error(`No error: ${line}`);
}

const problem = (line: string): string => {
  const { name, message } = errorOf(line);
  return `${name}: ${message.split('\n')[0]}`;
};

describe('%%profile', () => {
  it('has the documented defaults', () => {
    expect(parse('%%profile')).toMatchObject({
      command: 'profileCell',
      name: null,
      options: {
        sortBy: 'total',
        ascending: false,
        top: 30,
        format: 'table',
        cpuIntervalUs: 'auto',
        lines: true,
        memoryPeriodMs: 10,
        operators: true,
        shapes: false,
        stacks: false,
        flops: false,
        allocationBytes: null,
        retainedBytes: null,
        async: null,
        api: false,
        nodeShares: false,
        gpu: null,
        workers: true,
        maxEvents: 4_000_000,
        outputs: [],
        quiet: false,
        warmup: 0,
        repeat: 1,
        compare: null,
        budgets: []
      }
    });
  });

  it.each<[string, ProfileOptionsPatch]>([
    ['-s self -a -n 5', { sortBy: 'self', ascending: true, top: 5 }],
    ['--sort-by=count --ascending --top=0', { sortBy: 'count', ascending: true, top: 0 }],
    ['-n5 -aq -fjson', { top: 5, ascending: true, quiet: true, format: 'json' }],
    ['-aqn 5', { ascending: true, quiet: true, top: 5 }],
    ['--cpu=50 --memory=1', { cpuIntervalUs: 50, memoryPeriodMs: 1 }],
    ['--cpu=5ms --memory=2s', { cpuIntervalUs: 5000, memoryPeriodMs: 2000 }],
    ['--cpu=200us', { cpuIntervalUs: 200 }],
    ['--cpu=200\u00b5s --memory=3000\u03bcs', { cpuIntervalUs: 200, memoryPeriodMs: 3 }],
    ['--no-cpu --no-memory', { cpuIntervalUs: null, memoryPeriodMs: null }],
    ['--no-cpu --cpu', {}],
    ['--no-lines', { lines: false }],
    ['--no-operators --shapes', { operators: false, shapes: true }],
    ['--max-events 1_000', { maxEvents: 1000 }],
    ['--top 1 --top 2', { top: 2 }],
    ['--gpu', { gpu: true }],
    ['--no-gpu', { gpu: false }]
  ])('reads %s', (line, expected) => {
    expect(cellOptions(line)).toEqual(expected);
  });

  it('takes a name anywhere, quoted when it has blanks or begins with a dash', () => {
    expect(parse('%%profile train -q')).toMatchObject({ name: 'train' });
    expect(parse('%%profile -q "first epoch"')).toMatchObject({ name: 'first epoch' });
    expect(parse('%%profile "-q"')).toMatchObject({ name: '-q', options: { quiet: false } });
    expect(parse('%%profile -q -- -q')).toMatchObject({ name: '-q' });
  });

  it('chooses the format of each output file by its extension', () => {
    expect(cellOptions('-o a.perfetto-trace "b c.JSON.gz" -q --output=d.html').outputs).toEqual([
      { path: 'a.perfetto-trace', format: 'perfetto', gzip: false },
      { path: 'b c.JSON.gz', format: 'chrome', gzip: true },
      { path: 'd.html', format: 'html', gzip: false }
    ]);
  });

  it('starts from the defaults in force', () => {
    const defaults = { ...DEFAULT_PROFILE_OPTIONS, top: 7, quiet: true };
    const command = parseMagicLine(findMagic('%%profile -a')!, defaults);
    expect(command).toMatchObject({ options: { ...defaults, ascending: true } });
  });

  it.each([
    ['-n ten', 'OptionValueError: -n must be a whole number from 0 to 1,000,000, got "ten".'],
    ['--top -1', 'OptionValueError: --top must be a whole number from 0 to 1,000,000, got "-1".'],
    ['--top=', 'OptionValueError: --top needs a value: --top N.'],
    ['--top 1e3', 'OptionValueError: --top must be a whole number from 0 to 1,000,000, got "1e3".'],
    ['--top', 'OptionValueError: --top needs a value: --top N.'],
    ['--cpu=49', 'OptionValueError: --cpu must be a whole number from 50 to 1,000,000, got "49".'],
    ['--cpu=2s', 'OptionValueError: --cpu must be a whole number from 50 to 1,000,000, got "2s".'],
    [
      '--memory=1500us',
      'OptionValueError: --memory must be a whole number from 1 to 60,000, got "1500us".'
    ],
    ['--cpu 500', 'OptionValueError: --cpu takes its value after an equals sign: --cpu=500.'],
    ['--memory=0', 'OptionValueError: --memory must be a whole number from 1 to 60,000, got "0".'],
    [
      '--max-events 0',
      'OptionValueError: --max-events must be a whole number from 1 to 100,000,000, got "0".'
    ],
    ['--no-cpu=5', 'OptionValueError: --no-cpu takes no value.'],
    ['--shapes=yes', 'OptionValueError: --shapes takes no value.'],
    [
      '-s totl',
      'OptionValueError: -s must be total, self, avg, min, max, count or name, got "totl". Did you mean total?'
    ],
    ['-f xml', 'OptionValueError: -f must be table or json, got "xml".'],
    [
      '-o trace.txt',
      'OptionValueError: -o needs a file ending in .perfetto-trace, .perfetto-trace.gz, .json, .json.gz, .speedscope.json, .cpuprofile, .pb.gz, .pb, .folded, .kscope, .csv, .html or .svg, not "trace.txt".'
    ],
    ['-o', 'OptionValueError: -o needs a value: -o FILE….'],
    [
      'a b',
      'OptionValueError: Unexpected word "b": a name with spaces needs quotes, %%profile "a b".'
    ],
    [
      '-q word count 2',
      'OptionValueError: Unexpected word "count": a name with spaces needs quotes, %%profile "word count 2".'
    ],
    [
      'a trace.json',
      'OptionValueError: Unexpected word "trace.json": files come after -o, -o trace.json.'
    ],
    ['--nope', 'UnknownOptionError: %%profile has no option "--nope".'],
    ['--cpx', 'UnknownOptionError: %%profile has no option "--cpx". Did you mean --cpu?'],
    ['"a', 'OptionValueError: A quote is not closed.'],
    ['--topp 5', 'UnknownOptionError: %%profile has no option "--topp". Did you mean --top?'],
    ['-top 5', 'UnknownOptionError: %%profile has no option "-top". Did you mean --top?'],
    ['-N 5', 'UnknownOptionError: %%profile has no option "-N". Did you mean -n?'],
    [
      '--no-shapes',
      'UnknownOptionError: %%profile has no option "--no-shapes". Did you mean --shapes?'
    ],
    [
      '--allocations=17',
      'OptionValueError: --allocations must be a whole number from 1,024 to 1,073,741,824, got "17".'
    ],
    [
      '--assert "wal < 1 s"',
      'OptionValueError: --assert: There is no "wal". Did you mean wall? Write total, self, avg, min, max, count, p95, peak, end, wall, cpu or gpuIdle.'
    ],
    [
      '--assert total(parse) < 50ms',
      'OptionValueError: --assert: Write a comparison here: <, <=, >, >= or ==. Put an expression with spaces in quotes.'
    ],
    ['--assert', 'OptionValueError: --assert needs a value: --assert "EXPR; EXPR".'],
    ['--assert ""', 'OptionValueError: --assert needs a value: --assert "EXPR; EXPR".'],
    ['--gpu=0', 'OptionValueError: --gpu takes no value.'],
    ['--repeat 0', 'OptionValueError: --repeat must be a whole number from 1 to 10,000, got "0".'],
    ['--compare', 'OptionValueError: --compare needs a value: --compare last|NAME|FILE.']
  ])('answers %s with what is wrong and what would be right', (line, expected) => {
    expect(problem(`%%profile ${line}`)).toBe(expected);
  });

  it('says with every error where the options are listed, and where the word stands', () => {
    const line = '// note\n%%profile -q --topp 5';
    const { message, range } = errorOf(line);
    expect(message.split('\n').slice(1)).toEqual(['%%profile? lists the options.']);
    expect(errorOf('%profile confg top=5').message).toMatch(
      /\n%profile\? lists the subcommands\.$/
    );
    expect(line.slice(range.start, range.end)).toBe('--topp');
  });

  it('shows help in place of a run when asked to', () => {
    for (const line of ['%%profile?', '%%profile --help', '%%profile --topp -h', '%%profile -qh']) {
      expect(parse(line)).toMatchObject({ command: 'help', magic: { name: 'profile' } });
    }
  });
});

describe('%profile', () => {
  it.each<[string, MagicCommand]>([
    ['on', { command: 'profileOn' }],
    ['off', { command: 'profileOff' }],
    ['last', { command: 'profileLast', name: null }],
    ['last "before lunch"', { command: 'profileLast', name: 'before lunch' }],
    ['list', { command: 'profileList' }],
    ['show "first epoch"', { command: 'profileShow', name: 'first epoch' }],
    ['load a.kscope', { command: 'profileLoad', path: 'a.kscope' }],
    [
      'save train out.html',
      {
        command: 'profileSave',
        name: 'train',
        file: { path: 'out.html', format: 'html', gzip: false }
      }
    ]
  ])('reads %s', (line, expected) => {
    expect(parse(`%profile ${line}`)).toEqual(expected);
  });

  it('takes anything else as an expression, as it stands', () => {
    const line = '%profile  model.predict("a b", { n: 1 })  ';
    expect(parse(line)).toEqual({
      command: 'profileExpression',
      expression: 'model.predict("a b", { n: 1 })',
      start: 10,
      options: DEFAULT_PROFILE_OPTIONS
    });
    for (const expression of [
      "it's",
      'lst',
      'new Set',
      'lat in load',
      'lost + x',
      'matrix.dot(b)'
    ]) {
      expect(parse(`%profile ${expression}`)).toMatchObject({ expression });
    }
  });

  it('shows its help when it stands alone', () => {
    expect(parse('%profile')).toMatchObject({ command: 'help' });
  });

  it('reads settings, with on and off for everything that can be switched', () => {
    const line = '%profile config top=50 cpu=off memory=on shapes=on operators=off sort-by=self';
    expect(parse(line)).toEqual({
      command: 'profileConfig',
      changes: {
        options: {
          top: 50,
          cpuIntervalUs: null,
          memoryPeriodMs: 10,
          shapes: true,
          operators: false,
          sortBy: 'self'
        },
        sidecar: null
      }
    });
    expect(parse('%profile config sidecar=off')).toMatchObject({ changes: { sidecar: false } });
    expect(parse('%profile config')).toMatchObject({ changes: { options: {}, sidecar: null } });
  });

  it.each([
    ['config tpo=5', 'UnknownOptionError: %profile has no setting "tpo". Did you mean top?'],
    ['config top', 'OptionValueError: Write a value: top=VALUE.'],
    ['config top=x', 'OptionValueError: top must be a whole number from 0 to 1,000,000, got "x".'],
    ['config quiet=yes', 'OptionValueError: quiet must be on or off, got "yes".'],
    [
      'config cpu=10',
      'OptionValueError: cpu must be a whole number from 50 to 1,000,000, got "10".'
    ],
    [
      'config sidecar=no',
      'OptionValueError: sidecar must be on or off, got "no". Did you mean on?'
    ],
    ['config output=a.json', 'UnknownOptionError: %profile has no setting "output".'],
    ['config stack=yes', 'OptionValueError: stack must be on or off, got "yes".'],
    ['config gpu=0', 'OptionValueError: gpu must be on or off, got "0".'],
    ['confg top=5', 'UnknownOptionError: %profile has no subcommand "confg". Did you mean config?'],
    ['sho "a b"', 'UnknownOptionError: %profile has no subcommand "sho". Did you mean show?'],
    ['show', 'OptionValueError: Write %profile show NAME.'],
    [
      'last + 1',
      'OptionValueError: Unexpected word "1": write %profile last [NAME]; put an expression in parentheses.'
    ],
    ['save a', 'OptionValueError: Write %profile save NAME FILE.'],
    ['diff a', 'OptionValueError: Write %profile diff A B.'],
    ['show "a', 'OptionValueError: A quote is not closed.']
  ])('answers %s with what is wrong and what would be right', (line, expected) => {
    expect(problem(`%profile ${line}`)).toBe(expected);
  });
});

describe('the other magics', () => {
  it('lists the magics', () => {
    expect(parse('%lsmagic')).toEqual({ command: 'listMagics' });
    expect(problem('%lsmagic all')).toBe('OptionValueError: Unexpected word "all".');
  });

  it('reads the names of at most two profiles to query', () => {
    expect(parse('%%profile_sql')).toEqual({ command: 'profileSql', profiles: [] });
    expect(parse('%%profile_sql before "of today"')).toEqual({
      command: 'profileSql',
      profiles: ['before', 'of today']
    });
    expect(problem('%%profile_sql a b SELECT')).toBe(
      'OptionValueError: Unexpected word "SELECT". The query of %%profile_sql begins on the line below.'
    );
  });

  it('names the nearest magic for an unknown one', () => {
    expect(problem('%%profle')).toBe(
      'UnknownMagicError: There is no magic "%%profle". Did you mean %%profile?'
    );
    expect(problem('%%lsmagic')).toBe(
      'UnknownMagicError: There is no magic "%%lsmagic". Did you mean %lsmagic?'
    );
    expect(problem('%matplotlib inline')).toBe(
      'UnknownMagicError: There is no magic "%matplotlib".'
    );
    expect(errorOf('%%profle').message).toMatch(/\n%lsmagic lists the magics\.$/);
  });
});

it('never fails on any line but with an error of its own', () => {
  const label = fc.constantFrom(...MAGICS.map(magicLabel), '%nope', '%profile config', '%%');
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('-n', '-o', '--cpu=', '--no-', '--', '-', '"', 'a=b', 'top=', 'save', '-aq-5')
  );
  fc.assert(
    fc.property(label, fc.array(word), (start, words) => {
      const magic = findMagic([start, ...words].join(' '));
      if (magic === null) return;
      try {
        expect(parseMagicLine(magic).command).toMatch(/^\w+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(KernelscopeError);
        const { range } = error as MagicError;
        expect(range.start).toBeGreaterThanOrEqual(magic.start);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThanOrEqual(magic.end);
      }
    }),
    { numRuns: 2000 }
  );
});
