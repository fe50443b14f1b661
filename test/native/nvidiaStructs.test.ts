import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityBatch } from '../../src/native/gpuActivities';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { type CuptiHeaders, cuptiHeaders } from '../support/nvidiaHeaders';

/** Values of one record by the addon's names of tables and columns; texts are of 64-bit numbers. */
type Row = Readonly<Record<string, string | number>> & { readonly table: keyof ActivityBatch };
type Columns = Readonly<Record<string, ArrayLike<number | bigint>>> & { readonly length: number };

/** CLOCK_MONOTONIC at the origin of the stream that the program writes. */
const ORIGIN_NS = 5_000_000_000_000;
const RECORDS = [
  ...['Kernel', 'Memcpy', 'MemcpyPtoP', 'Memset', 'Memory', 'MemoryPool', 'Marker', 'Overhead'],
  ...['Synchronization', 'GraphTrace']
];
const TEXTS = new Set(['name', 'domain']);
const TIMES = new Set(['start', 'end', 'time', 'queued', 'submitted']);

const source = fileURLToPath(new URL('nvidiaStructs.cc', import.meta.url));

/** Compiles and runs the program that writes the stream; returns what it wrote. */
function writeStream(headers: CuptiHeaders, scratch: string): readonly Row[] {
  const program = path.join(scratch, 'nvidiaStructs');
  const newest = RECORDS.map(record => `-D${record.toUpperCase()}=${headers.newest(record)}`);
  const hasCorrelation = headers.newest('Overhead') === 'CUpti_ActivityOverhead' ? [] : ['1'];
  const flags = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-isystem', headers.folder];
  const defines = [...newest, ...hasCorrelation.map(on => `-DOVERHEAD_HAS_CORRELATION=${on}`)];
  execFileSync('g++', [...flags, ...defines, source, '-o', program]);
  const stdout = execFileSync(program, [path.join(scratch, 'stream')], { encoding: 'utf8' });
  return JSON.parse(stdout) as readonly Row[];
}

function replay(headers: CuptiHeaders, scratch: string): ActivityBatch {
  const kinds = [
    ...['kernel', 'memcpy', 'memcpyPeer', 'memset', 'runtime', 'driver', 'marker', 'externalId'],
    ...['memory', 'memoryPool', 'overhead', 'synchronization', 'graph']
  ];
  return runWithFake<ActivityBatch>(
    `gpu.start({ kinds: ${JSON.stringify(kinds)} }); finish(gpu.drain(true)); gpu.stop();`,
    {
      env: {
        FAKE_CUPTI_VERSION: String(headers.version),
        FAKE_GPU_REPLAY: path.join(scratch, 'stream')
      }
    }
  );
}

/** A row of the addon's columns as the program describes it. */
function readRow(batch: ActivityBatch, columns: Columns, at: number, names: readonly string[]) {
  const toStream = Number(batch.originNs) - ORIGIN_NS;
  const read = (name: string): string | number => {
    const value = columns[name][at];
    if (typeof value === 'bigint') return String(value);
    if (TEXTS.has(name)) return value === 0 ? '' : batch.strings[value - 1];
    return TIMES.has(name) ? value + toStream : value;
  };
  return Object.fromEntries(names.map(name => [name, read(name)]));
}

describe.each(cuptiHeaders().map(one => [one.version, one.folder, one] as const))(
  "A stream that is written through NVIDIA's structures of CUPTI %i in %s",
  (_, __, headers) => {
    let scratch: string;
    let rows: readonly Row[];
    let batch: ActivityBatch;
    beforeAll(() => {
      scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-structs-'));
      rows = writeStream(headers, scratch);
      batch = replay(headers, scratch);
    });
    afterAll(() => rmSync(scratch, { recursive: true }));

    it('is read back field by field', () => {
      const tables = [...new Set(rows.map(({ table }) => table))];
      expect(tables).toHaveLength(12);
      for (const table of tables) {
        const expected = rows.filter(row => row.table === table);
        const columns = batch[table] as unknown as Columns;
        const read = expected.map(({ table: _table, ...values }, at) =>
          readRow(batch, columns, at, Object.keys(values))
        );
        expect(columns.length, table).toBe(expected.length);
        expect(read, table).toEqual(expected.map(({ table: _table, ...values }) => values));
      }
    });

    it('leaves no column of the addon unchecked', () => {
      const columnsOf = (table: keyof ActivityBatch) =>
        Object.keys(batch[table] as object).filter(name => name !== 'length');
      const unchecked = [...new Set(rows.map(({ table }) => table))].flatMap(table =>
        columnsOf(table).flatMap(name =>
          rows.some(row => row.table === table && name in row) ? [] : [`${table}.${name}`]
        )
      );
      // A copy has no value, and a fill comes from nowhere and goes to its own device.
      expect(unchecked).toEqual([
        'copies.value',
        'peerCopies.value',
        'fills.fromKind',
        'fills.fromDevice',
        'fills.toDevice'
      ]);
    });

    it('loses nothing', () => {
      expect(batch.losses).toEqual({
        dropped: 0,
        untimed: 0,
        refusedBuffers: 0,
        truncatedBuffers: 0,
        unknownKinds: []
      });
    });
  }
);
