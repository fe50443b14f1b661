import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../src/analysis/slices/intervals';
import { busyTimes } from '../../../../src/analysis/gpu/busyTimes';
import { gpuWork } from '../../../../src/analysis/gpu/gpuWork';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { SqliteFile } from '../../../../src/sources/databases/sqliteFile';
import { ArgKind, type Profile } from '../../../../src/model/profile/profile';
import { seededRandom } from '../../../support/random';
import {
  type Table,
  type Tables,
  globalPid,
  globalTid,
  writeNsight,
  writeSql
} from '../../../support/gpuTraces';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kernelscope-nsight-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (tables: Tables): Profile =>
  loadProfile(writeNsight(join(folder, 'run.sqlite'), tables)).data;

const messageOf = ({ sources }: Profile): string => sources[0].message;

const WORK = {
  ...{ deviceId: 0, contextId: 1, streamId: 7, globalPid: globalPid(77) }
};

const call = (start: number, correlationId: number, nameId: number): Table[number] => ({
  ...{ start, end: start + 5, eventClass: 0, globalTid: globalTid(77, 78), correlationId },
  ...{ nameId, returnValue: 0 }
});

const graph = (start: number, end: number, more: Table[number] = {}): Table[number] => ({
  ...{ ...WORK, start, end, correlationId: 12, graphId: 3, graphExecId: 9 },
  ...more
});

const STRINGS = [
  { id: 1, value: 'cudaGraphLaunch_v10000' },
  { id: 2, value: 'saxpy' }
];

/** Arguments of the slices of a name, one object for each slice. */
function argsOf(profile: Profile, name: string): Record<string, unknown>[] {
  const { args, slices, labels, strings } = profile;
  const rows = Array.from({ length: slices.length }, (_, row) => row).filter(
    row => strings[labels.name[slices.label[row]]] === name
  );
  return rows.map(slice => {
    const found: Record<string, unknown> = {};
    for (let row = 0; row < args.length; row++) {
      if (args.slice[row] !== slice) continue;
      const value = args.value[row];
      found[strings[args.key[row]]] = args.kind[row] === ArgKind.string ? strings[value] : value;
    }
    return found;
  });
}

const busyNs = (profile: Profile): number =>
  busyTimes(profile, gpuWork(profile)).reduce((sum, { all }) => sum + lengthOf(all), 0);

describe('work of CUDA graphs', () => {
  test('is GPU work with the number of its graph, and an arrow from its launch', () => {
    const profile = load({
      StringIds: STRINGS,
      CUPTI_ACTIVITY_KIND_RUNTIME: [call(0, 12, 1)],
      CUPTI_ACTIVITY_KIND_GRAPH_TRACE: [graph(10, 710)]
    });
    expect(argsOf(profile, 'CUDA graph 3')).toEqual([
      { device: 0, context: 1, stream: 7, correlation: 12, 'graph id': '3' }
    ]);
    expect(profile.flows.length).toBe(1);
    expect(messageOf(profile)).toBe('');
  });

  test.each([1, 2, 3])(
    'and kernels have the busy time that SQL has over the file (seed %d)',
    seed => {
      const random = seededRandom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const graphs: Table[number][] = [];
      const kernels: Table[number][] = [];
      let now = 0;
      for (let at = 0; at < 200; at++) {
        const end = now + 1 + below(500);
        if (random() < 0.5) graphs.push(graph(now, end, { graphId: below(4) }));
        else kernels.push({ ...KERNEL, start: now, end });
        now = end + below(100);
      }
      const file = writeNsight(join(folder, 'busy.sqlite'), {
        StringIds: STRINGS,
        CUPTI_ACTIVITY_KIND_GRAPH_TRACE: graphs,
        CUPTI_ACTIVITY_KIND_KERNEL: kernels
      });
      const union =
        'SELECT end - start AS took FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE UNION ALL ' +
        'SELECT end - start FROM CUPTI_ACTIVITY_KIND_KERNEL';
      const database = SqliteFile.open(file, 'elsewhere');
      const [{ busy }] = [...database.select(`SELECT SUM(took) AS busy FROM (${union})`)];
      database.dispose();
      const profile = loadProfile(file).data;
      expect(busyNs(profile)).toBe(busy);
      expect(profile.slices.length).toBe(200);
    }
  );
});

const KERNEL = {
  ...{ ...WORK, correlationId: 13, demangledName: 2, shortName: 2, registersPerThread: 8 },
  ...{ gridX: 1, gridY: 1, gridZ: 1, blockX: 32, blockY: 1, blockZ: 1 },
  ...{ staticSharedMemory: 0, dynamicSharedMemory: 0 }
};

describe('names of PyTorch', () => {
  test('make one row for each operator, with what follows them as arguments', () => {
    const range = (start: number, text: string): Table[number] => ({
      ...{ start, end: start + 10, eventType: 59, text, globalTid: globalTid(77, 78) }
    });
    const profile = load({
      StringIds: STRINGS,
      NVTX_EVENTS: [range(0, 'aten::add, op_id = 1'), range(20, 'aten::add, seq = 4, op_id = 2')]
    });
    expect(argsOf(profile, 'aten::add')).toEqual([{ op_id: 1 }, { seq: 4, op_id: 2 }]);
    expect(profile.labels.length).toBe(1);
  });
});

describe('what is not read', () => {
  const event = (eventType: number): Table[number] => ({ start: 1, end: 2, eventType, text: 'x' });

  test('is counted and named, by tables and by kinds of NVTX events', () => {
    const osrt = { start: 0, end: 5, nameId: 2, globalTid: globalTid(77, 78) };
    const profile = load({
      StringIds: STRINGS,
      OSRT_API: [osrt, osrt],
      NVTX_EVENTS_V2: [event(59)],
      NVTX_EVENTS: [event(75), event(33), event(59), event(61), event(61)]
    });
    expect(messageOf(profile)).toBe(
      'Not read: 2 rows of NVTX events of type 61; ' +
        '2 rows of OSRT_API (calls of the operating system); 1 row of NVTX_EVENTS_V2.'
    );
    expect(profile.sources[0].status).toBe('partial');
    expect(profile.slices.length).toBe(1);
  });

  test('is not named where there is nothing of it, nor are tables about the recording', () => {
    const file = join(folder, 'empty.sqlite');
    writeSql(file, [
      'CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)',
      'CREATE TABLE OSRT_API (start INTEGER, nameId INTEGER)',
      'CREATE TABLE TARGET_INFO_SESSION_START_TIME (start INTEGER)',
      'INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1)',
      'CREATE TABLE ANALYSIS_FILE (name TEXT)'
    ]);
    expect(messageOf(loadProfile(file).data)).toBe('');
  });
});
