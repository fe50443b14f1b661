import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUPTI_VERSIONS } from '../support/fakeCuda/layoutsHeader';
import { repositoryRoot } from '../support/fakeCuda/root';
import { type CuptiHeaders, cuptiHeaders } from '../support/nvidiaHeaders';

type Layouts = Record<string, Record<string, Record<string, number | string>>>;

const at = (...names: string[]) => path.join(repositoryRoot(), 'test', ...names);
const LAYOUTS = JSON.parse(
  readFileSync(at('golden', 'cuda', 'cupti_layouts.json'), 'utf8')
) as Layouts;

const holds = (condition: string) => `static_assert(${condition}, "");`;

/** CUDA's version whose layouts the stand-in takes for a version of CUPTI. */
function layoutsFor(version: number): string {
  const known = Object.entries(CUPTI_VERSIONS).filter(([, first]) => first <= version);
  return known[known.length - 1][0];
}

/** What each field of the golden file claims, against the structure of that kind in the headers. */
function claimsOfLayouts(headers: CuptiHeaders): readonly string[] {
  const records = Object.entries(LAYOUTS[layoutsFor(headers.version)]);
  return records.flatMap(([record, { _size, _type, ...fields }]) => {
    const isSame = headers.newest(record) === _type;
    const sizes = isSame ? [holds(`sizeof(${_type}) == ${_size}`)] : [];
    const offsets = Object.entries(fields).map(([field, offset]) =>
      holds(`offsetof(${_type}, ${field}) == ${offset}`)
    );
    return [...sizes, ...offsets];
  });
}

/** Pairs `{number, "name"}` of a source of the stand-in. */
function numbered(file: string, table: string): readonly (readonly [string, string])[] {
  const [, text] = readFileSync(at('support', 'fakeCuda', file), 'utf8').split(table);
  const [rows] = text.split('};');
  return [...rows.matchAll(/\{(\d+),\s*\{?"(\w+)"/g)].map(([, number, name]) => [name, number]);
}

/** The numbers of all names that these headers have; calls come and go with the versions of CUDA. */
function claimsOfNames({ folder }: CuptiHeaders): readonly string[] {
  const tables = [
    {
      ...{ file: 'callbackNames.cc', table: 'kDriverCalls[]' },
      ...{ prefix: 'CUPTI_DRIVER_TRACE_CBID_', header: 'cupti_driver_cbid.h' }
    },
    {
      ...{ file: 'callbackNames.cc', table: 'kRuntimeCalls[]' },
      ...{ prefix: 'CUPTI_RUNTIME_TRACE_CBID_', header: 'cupti_runtime_cbid.h' }
    },
    { file: 'cuptiResults.cc', table: 'names()', prefix: '', header: 'cupti_result.h' },
    { file: 'driverErrors.cc', table: 'textOf', prefix: '', header: 'cuda.h' }
  ];
  return tables.flatMap(({ file, table, prefix, header }) => {
    const names = new Set(readFileSync(path.join(folder, header), 'utf8').match(/\w+/g));
    const pairs = numbered(file, table);
    const known = pairs.filter(([name]) => names.has(`${prefix}${name}`));
    expect(known.length, table).toBeGreaterThan(Math.max(15, pairs.length * 0.8));
    return known.map(([name, number]) => holds(`${prefix}${name} == ${number}`));
  });
}

describe.each(cuptiHeaders().map(one => [one.version, one.folder, one] as const))(
  'The headers of CUPTI %i in %s',
  (_, folder, headers) => {
    let scratch: string;
    beforeAll(() => {
      scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-layouts-'));
    });
    afterAll(() => rmSync(scratch, { recursive: true }));

    function compile(claims: readonly string[]): string {
      const source = path.join(scratch, 'claims.cc');
      const includes = ['#include <cupti.h>', '#include <cstddef>'];
      writeFileSync(source, [...includes, ...claims, ''].join('\n'));
      const flags = ['-std=c++17', '-w', '-fsyntax-only', '-isystem', folder];
      try {
        execFileSync('g++', [...flags, source], { encoding: 'utf8', stdio: 'pipe' });
        return '';
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    }

    it('have every field where the stand-in writes it', () => {
      const claims = claimsOfLayouts(headers);
      expect(claims.length).toBeGreaterThan(150);
      expect(compile(claims)).toBe('');
    });

    it('give calls and results the numbers that the stand-in has for them', () => {
      expect(compile(claimsOfNames(headers))).toBe('');
    });

    it('would tell if a field were elsewhere', () => {
      const { _type, start } = LAYOUTS[layoutsFor(headers.version)].Kernel;
      const claim = `offsetof(${_type}, start) == ${Number(start) + 1}`;
      expect(compile([holds(claim)])).toContain('static assertion failed');
    });
  }
);
