import { describe, expect, it } from 'vitest';
import { camelCase } from '../../../src/base/snakeCase';
import { analyzeOptions } from '../../../src/cli/shared/analyzeOptions';
import { MEGENGINE_NAMES } from '../../../src/compat/megengine/names';
import { MINDSPORE_NAMES } from '../../../src/compat/mindspore/profiler/names';
import {
  FILE_OPTIONS,
  PROFILER_OPTION_TABLE
} from '../../../src/compat/mindspore/profiler/profilerOptionTable';
import { readAnalyseArguments } from '../../../src/compat/mindspore/profiler/analyseCycles';
import { readConfig } from '../../../src/compat/mxnet/config';
import { readDumpsArguments } from '../../../src/compat/mxnet/dumpsArguments';
import { COUNTER_NAMES, DOMAIN_NAMES, FUNCTION_NAMES } from '../../../src/compat/mxnet/names';
import { TORCH_NAMES } from '../../../src/compat/torch/names';
import { OPTION_TABLE } from '../../../src/compat/torch/sessionOptions';
import * as kernelscope from '../../../src/index';
import { TABLE_ARGUMENT_NAMES } from '../../../src/compat/torch/events/tableOptions';
import { RECORDING_OPTION_NAMES } from '../../../src/settings/table/recordingOptions';
import {
  type NameRow,
  UPSTREAMS,
  type Upstream,
  nameRows,
  pageText
} from '../../support/migrationPages';
import { OTHER_NAMES, UPSTREAM_NAMES } from './upstreamNames';

type Names = Readonly<Record<string, string>>;

const all = (tables: Readonly<Record<string, Names>>): Names =>
  Object.assign({}, ...Object.values(tables)) as Names;

const { SessionResults, ...ownClasses } = MINDSPORE_NAMES.classes;

/** What other names lead to, by page. */
const ALIASES: Readonly<Record<Upstream, Names>> = {
  MXNet: { ...FUNCTION_NAMES, ...DOMAIN_NAMES, ...COUNTER_NAMES },
  PyTorch: { ...TORCH_NAMES.functions, ...all(TORCH_NAMES.classes) },
  MindSpore: {
    ...MINDSPORE_NAMES.functions,
    ...all(ownClasses),
    ...all(MINDSPORE_NAMES.options)
  },
  MegEngine: {
    ...all(MEGENGINE_NAMES.classes),
    ...MEGENGINE_NAMES.commands,
    ...all(MEGENGINE_NAMES.options)
  }
};

/** Names that are refused, with what takes their place. */
const REFUSED: Readonly<Record<Upstream, Names>> = {
  MXNet: {},
  PyTorch: all(TORCH_NAMES.refused),
  MindSpore: all(MINDSPORE_NAMES.refused),
  MegEngine: {}
};

/** The defaults of options by our names; undefined where a page describes them in words. */
type Usual = Readonly<Record<string, unknown>>;

const usualOf = (table: Readonly<Record<string, { readonly default: unknown }>>): Usual =>
  Object.fromEntries(Object.entries(table).map(([name, option]) => [name, option.default]));

function without(values: Usual, names: readonly string[]): Usual {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

const files: readonly string[] = FILE_OPTIONS;

/** The tables of options: their page, heading and options. */
const OPTIONS: readonly (readonly [Upstream, string, Usual])[] = [
  ['MXNet', 'Options of set_config', { ...readConfig(undefined) }],
  ['MXNet', 'Options of dumps', without({ ...readDumpsArguments([]) }, ['compat'])],
  [
    'PyTorch',
    'Options of profile',
    without(usualOf(OPTION_TABLE), [...RECORDING_OPTION_NAMES, 'name', 'limit'])
  ],
  [
    'PyTorch',
    'Options of table',
    Object.fromEntries(TABLE_ARGUMENT_NAMES.map(name => [name, undefined]))
  ],
  ['MindSpore', 'Options', without(usualOf(PROFILER_OPTION_TABLE), [...files, 'compat'])],
  ['MindSpore', 'Options of analyse', { ...readAnalyseArguments([]) }],
  [
    'MegEngine',
    'The profiler',
    Object.fromEntries(
      Object.entries(usualOf(PROFILER_OPTION_TABLE)).filter(([name]) => files.includes(name))
    )
  ]
];

const optionRows = (upstream: Upstream, heading: string): readonly NameRow[] =>
  nameRows(upstream).filter(row => row.heading === heading && row.usual !== null);

/** The flags of MegEngine's script; the others are ours alone. */
const FLAGS = analyzeOptions()
  .filter(({ long }) => !['--wiki', '--format', '--peaks'].includes(String(long)))
  .flatMap(({ short, long }) => [short, long])
  .filter(flag => flag !== undefined);

const words = (codes: readonly string[]): readonly string[] =>
  codes.flatMap(
    code =>
      code
        .replace(/^--/, '')
        .replaceAll(/(?<=\w)-(?=\w)/g, '_')
        .match(/\w+/g) ?? []
  );

/** The name that a piece of upstream's code is about; null for a statement. */
function nameIn(code: string): string | null {
  if (code.startsWith('-')) return code;
  const [, name] = /^(?:\w+\.)*(\w+)(?:\(.*\))?$/.exec(code) ?? [];
  return name ?? null;
}

const namesOf = (upstream: Upstream): readonly string[] =>
  nameRows(upstream).flatMap(({ theirs }) => theirs.flatMap(code => nameIn(code) ?? []));

describe.each(UPSTREAMS)('the page for those who come from %s', upstream => {
  it('has a row for every name of its sources', () => {
    const found = namesOf(upstream);
    expect(UPSTREAM_NAMES[upstream].filter(name => !found.includes(name))).toEqual([]);
  });

  it('pairs every other name of the package with ours', () => {
    const rows = nameRows(upstream);
    const isPaired = ([alias, own]: readonly [string, string]): boolean =>
      rows.some(
        ({ theirs, ours }) =>
          words([...theirs, ...ours]).includes(alias) && words(ours).includes(own)
      );
    // Options in camelCase that differ from ours are of JavaScript, not of a page on Python.
    const ofPython = Object.entries(ALIASES[upstream]).filter(
      ([alias]) => !/[a-z][A-Z]/.test(alias)
    );
    expect(ofPython.filter(pair => !isPaired(pair))).toEqual([]);
  });

  it('has the words of the error for every name that is refused', () => {
    const rows = nameRows(upstream);
    const isQuoted = ([name, instead]: readonly [string, string]): boolean =>
      rows.some(({ theirs, note }) => theirs.map(nameIn).includes(name) && note.includes(instead));
    expect(Object.entries(REFUSED[upstream]).filter(pair => !isQuoted(pair))).toEqual([]);
  });

  it('has no name that is neither in its sources nor here', () => {
    const options = OPTIONS.filter(([page]) => page === upstream).flatMap(([, , usual]) =>
      Object.keys(usual)
    );
    const known = new Set([
      ...UPSTREAM_NAMES[upstream],
      ...OTHER_NAMES[upstream],
      ...Object.keys(ALIASES[upstream]),
      ...Object.keys(REFUSED[upstream]),
      ...(upstream === 'MegEngine' ? FLAGS : [])
    ]);
    const isKnown = (name: string): boolean => known.has(name) || options.includes(camelCase(name));
    expect(namesOf(upstream).filter(name => !isKnown(name))).toEqual([]);
  });
});

describe.each(OPTIONS)('the table of %s under %s', (upstream, heading, usual) => {
  it('has every option under both names, and no other', () => {
    const rows = optionRows(upstream, heading);
    const ours = rows.flatMap(row => row.ours);
    const own = ours.filter(name => !name.includes('_'));
    expect([...own].sort()).toEqual(Object.keys(usual).sort());
    for (const row of rows) {
      const python = row.theirs.filter(name => name.includes('_') && !/_s$/.test(name));
      expect(row.ours).toEqual(expect.arrayContaining(python));
    }
    expect(ours.every(name => own.includes(camelCase(name)))).toBe(true);
  });

  it('has their defaults', () => {
    for (const { ours, usual: shown } of optionRows(upstream, heading)) {
      const value = usual[ours[0]];
      if (!['boolean', 'string', 'number'].includes(typeof value) || value === Infinity) continue;
      const text = typeof value === 'string' ? `'${value}'` : String(value);
      expect([ours[0], shown]).toEqual([ours[0], `\`${text}\``]);
    }
  });
});

it('has the options of a table in the order in which they are given by position', () => {
  const ours = optionRows('PyTorch', 'Options of table').map(row => row.ours[0]);
  expect(ours).toEqual(TABLE_ARGUMENT_NAMES);
});

it('has every flag of profile_analyze', () => {
  expect([...namesOf('MegEngine').filter(name => name.startsWith('-'))].sort()).toEqual(
    [...FLAGS].sort()
  );
});

it('names what MindSpore’s profiler shares with PyTorch’s', () => {
  for (const name of Object.keys(SessionResults)) {
    expect(pageText('MindSpore')).toContain(name);
  }
});

it.each(Object.entries({ ...TORCH_NAMES.functions, ...MINDSPORE_NAMES.functions }))(
  'exports %s, the same as %s',
  (alias, own) => {
    const library: Readonly<Record<string, unknown>> = kernelscope;
    expect(library[alias]).toBeDefined();
    expect(library[alias]).toBe(library[own]);
  }
);
