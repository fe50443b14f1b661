import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CUPTI_VERSIONS } from '../support/fakeCuda/layoutsHeader';
import { repositoryRoot } from '../support/fakeCuda/root';
import { type CuptiHeaders, cuptiHeaders } from '../support/nvidiaHeaders';

type Layouts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const LAYOUT = readFileSync(at('src', 'native', 'cc', 'cupti', 'cuptiLayout.h'), 'utf8');
const CHECK = readFileSync(at('test', 'native', 'layoutCheck.cc'), 'utf8');
const GOLDEN = JSON.parse(
  readFileSync(at('test', 'golden', 'cuda', 'cupti_layouts.json'), 'utf8')
) as Layouts;

const RECORDS = [
  ...['Kernel', 'Memcpy', 'MemcpyPtoP', 'Memset', 'Memory', 'MemoryPool', 'Marker', 'Overhead'],
  ...['Synchronization', 'ExternalCorrelation', 'API', 'Device', 'Context', 'GraphTrace']
];

/** What the compiler says of the check against some headers; empty when all holds. */
function compile(headers: CuptiHeaders, table = at('src', 'native', 'cc')): string {
  const types = RECORDS.map(record => `-D${record.toUpperCase()}=${headers.newest(record)}`);
  const hasCorrelation = headers.newest('Overhead') !== 'CUpti_ActivityOverhead';
  const defines = hasCorrelation ? [...types, '-DOVERHEAD_HAS_CORRELATION'] : types;
  const node = ['-isystem', at('node_modules', 'node-api-headers', 'include')];
  const ours = [...node, '-I', table, '-I', at('src', 'native', 'cc')];
  const includes = ['-isystem', headers.folder, ...ours];
  const flags = ['-std=c++17', '-Wno-deprecated-declarations', '-fsyntax-only', ...includes];
  const source = at('test', 'native', 'layoutCheck.cc');
  const command = [...flags, ...defines, source];
  const { status, stderr } = spawnSync('g++', command, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? '' : stderr;
}

/** Places of the table of the addon, as `kernel.gridX`. */
function ownPlaces(): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [, record, body] of LAYOUT.matchAll(
    /namespace (\w+) \{\s*enum : size_t \{([^}]*)\}/g
  )) {
    for (const [, field, place] of body.matchAll(/(\w+) = (\d+)/g)) {
      places.set(`${record}.${field}`, Number(place));
    }
  }
  return places;
}

/** Which field of NVIDIA each place is, as the check against headers has it. */
const CLAIMS = [...CHECK.matchAll(/FIELD\((\w+), ([\w.]+), at::(\w+)::(\w+)\)/g)].map(
  ([, record, field, own, place]) => ({ record, field, place: `${own}.${place}` })
);

/** The place in the measured layouts; fields of an `objectId` are measured by its beginning. */
function measuredPlace(version: string, record: string, field: string): number | undefined {
  const name = RECORDS.find(one => one.toUpperCase() === record)!;
  const fields = GOLDEN[version][name];
  if (field === 'objectId.pt.processId') return fields.objectId;
  if (field === 'objectId.pt.threadId') return fields.objectId + 4;
  return fields[field];
}

describe('the table of places in records, and of calls', () => {
  it.each(cuptiHeaders().map(one => [one.version, one.folder, one] as const))(
    'is that of the headers of CUPTI %i in %s',
    (_, __, headers) => {
      expect(compile(headers)).toBe('');
    }
  );

  it('is refused by the compiler where it is wrong', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-layout-'));
    cpSync(at('src', 'native', 'cc'), folder, { recursive: true });
    const wrong = (name: string, right: string, other: string) => {
      const file = path.join(folder, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(right, other));
    };
    wrong('cupti/cuptiLayout.h', 'gridX = 52', 'gridX = 53');
    wrong('cupti/cuptiApi.h', 'Function<uint32_t> enable{', 'Function<uint64_t> enable{');
    const errors = compile(cuptiHeaders()[0], folder);
    rmSync(folder, { recursive: true });
    expect(errors).toMatch(/static assertion failed: KERNEL\.gridX/);
    expect(errors).toMatch(/static assertion failed: cuptiActivityEnable/);
  });

  it('names every place that is read to the compiler', () => {
    const claimed = new Set(CLAIMS.map(({ place }) => place));
    const needed = /\.(kNeeded|kNeededWithCorrelation)$/;
    const unclaimed = [...ownPlaces().keys()].filter(
      place => !claimed.has(place) && !needed.test(place)
    );
    expect(unclaimed).toEqual([]);
    expect(claimed.size).toBeGreaterThan(110);
  });

  it.each(Object.keys(CUPTI_VERSIONS))(
    'is that which was measured on CUPTI of CUDA %s',
    version => {
      const own = ownPlaces();
      const isSince = (field: string) => field === 'correlationId';
      for (const { record, field, place } of CLAIMS) {
        const measured = measuredPlace(version, record, field);
        const isNotThereYet = measured === undefined && record === 'OVERHEAD' && isSince(field);
        expect([place, isNotThereYet ? own.get(place) : measured]).toEqual([place, own.get(place)]);
      }
    }
  );
});
