import { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { Matrix } from 'ml-matrix';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWaitAll } from '../../../../src/engine/annotate/waitAll';
import type { Profile } from '../../../../src/model/profile/profile';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import {
  type Instrument,
  type Instrumentation,
  createInstrument
} from '../../../../src/sources/operators/instrument';
import { type TestHookDeps, testHookDeps } from '../../../support/hookDeps';
import { finishWindow } from '../../../support/recording';

let parts: TestHookDeps;
let window: RecordingWindow;
let instrument: Instrument;
let undo: Instrumentation[];

beforeEach(() => {
  parts = testHookDeps({ api: true });
  window = parts.recorder.openWindow();
  undo = [];
  const create = createInstrument(parts);
  instrument = (target, options) => {
    const instrumented = create(target, options);
    undo.push(instrumented);
    return instrumented;
  };
});

afterEach(() => {
  for (const { restore } of undo.reverse()) restore();
});

/** All that the own properties of the classes and of their prototypes are made of, in order. */
function partsOf(classes: readonly { readonly prototype: object }[]): unknown[] {
  return classes
    .flatMap(each => [each, each.prototype])
    .flatMap(object => Reflect.ownKeys(object).map(key => [object, key] as const))
    .flatMap(([object, key]) => [key, ...Object.values(descriptorOf(object, key))]);
}

function descriptorOf(object: object, key: PropertyKey): Record<string, unknown> {
  return { ...Object.getOwnPropertyDescriptor(object, key) };
}

/** What `run` gives with and without the classes instrumented, and with them restored. */
async function threeTimes<T>(
  run: () => T | Promise<T>,
  classes: readonly (object & { readonly prototype: object })[]
): Promise<{ readonly plain: T; readonly seen: T; readonly after: T }> {
  const before = partsOf(classes);
  const plain = await run();
  const instrumented = classes.map(each => instrument(each));
  for (const each of classes) expect(instrument(each).methods).toEqual([]);
  const seen = await run();
  for (const { restore } of instrumented) restore();
  const restored = partsOf(classes);
  expect(restored.findIndex((part, at) => part !== before[at])).toBe(-1);
  return { plain, seen, after: await run() };
}

interface Row {
  readonly name: string;
  readonly category: string;
  readonly track: string;
  readonly end: number;
}

function rowsOf({ slices, labels, strings, tracks }: Profile): Row[] {
  return Array.from(slices.label, (label, row) => ({
    name: strings[labels.name[label]],
    category: strings[labels.category[label]],
    track: tracks[slices.track[row]].name,
    end: slices.start[row] + slices.duration[row]
  }));
}

const finish = () => finishWindow(parts.recorder, window);

/** How often each operator ran. */
function operatorCounts(profile: Profile): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, category } of rowsOf(profile)) {
    if (category === 'operator') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('ml-matrix', () => {
  const solve = (): number[][] => {
    const matrix = new Matrix([
      [4, 1],
      [2, 3]
    ]);
    return matrix.mmul(Matrix.eye(2)).add(1).transpose().to2DArray();
  };

  test('computes the same, with an operator for each call, inherited ones too', async () => {
    const { plain, seen, after } = await threeTimes(solve, [Matrix, parentOf(Matrix)]);
    expect([seen, after]).toEqual([plain, plain]);
    const counts = operatorCounts(finish());
    expect(counts).toMatchObject({ 'AbstractMatrix.mmul': 1, 'AbstractMatrix.transpose': 1 });
  });

  test('throws the same', () => {
    const wrong = () => new Matrix([[1, 2]]).mmul(new Matrix([[1, 2, 3]])).get(9, 9);
    const message = messageOf(wrong);
    instrument(parentOf(Matrix));
    expect(messageOf(wrong)).toBe(message);
    const rows = rowsOf(finish());
    expect(rows.every(({ track }) => track === 'main thread')).toBe(true);
  });
});

describe('sharp', () => {
  const SIZE = 32;
  const raw = Buffer.alloc(SIZE * SIZE * 3, 77);
  const image = () => sharp(raw, { raw: { width: SIZE, height: SIZE, channels: 3 } });
  const Sharp = sharp as unknown as { readonly prototype: object };

  const thumbnail = async (): Promise<readonly unknown[]> => {
    const chained = await image().resize(8, 8).greyscale().raw().toBuffer();
    const [bytes, size] = await new Promise<readonly [Buffer, number]>((resolve, reject) => {
      image()
        .rotate(90)
        .raw()
        .toBuffer((error, data, info) => (error ? reject(error) : resolve([data, info.size])));
    });
    const { channels, width } = await image().metadata();
    return [chained.toString('hex'), bytes.toString('hex'), size, channels, width];
  };

  test('gives the same pixels, by promise and by callback, through the same builder', async () => {
    const { plain, seen, after } = await threeTimes(thumbnail, [Sharp]);
    expect([seen, after]).toEqual([plain, plain]);
    expect(operatorCounts(finish())).toMatchObject({
      'Sharp.resize': 1,
      'Sharp.rotate': 1,
      'Sharp.toBuffer': 2,
      'Sharp.metadata': 1
    });
  });

  test('a promise of pixels is an operator in flight until it settles', async () => {
    instrument(Sharp, { filter: /^toBuffer$/ });
    const buffers = [image().raw().toBuffer(), image().raw().toBuffer()];
    expect(parts.recorder.inFlight.count).toBe(2);
    await createWaitAll(parts)();
    const rows = rowsOf(finish());
    const [first, second] = rows.filter(({ category }) => category === 'operator');
    expect([first.track, second.track].sort()).toEqual(['operators', 'operators 2']);
    const calls = rows.filter(({ category, name }) => category === 'API' && name !== 'waitAll');
    expect(calls.map(({ track }) => track)).toEqual(['main thread', 'main thread']);
    expect(calls[0].end).toBeLessThan(first.end);
    expect(calls[1].end).toBeLessThan(second.end);
    expect((await Promise.all(buffers)).map(({ length }) => length)).toEqual([3072, 3072]);
  });

  test('rejects with the same error', async () => {
    const broken = () => sharp(Buffer.from('no image')).toBuffer();
    const message = await broken().catch(String);
    instrument(Sharp);
    expect(await broken().catch(String)).toBe(message);
    expect(message).toContain('unsupported image format');
  });
});

describe('DuckDB', () => {
  const classes = [DuckDBInstance, DuckDBConnection, DuckDBPreparedStatement];

  const query = async (): Promise<readonly unknown[]> => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run('create table numbers as select range as n from range(1000)');
    const statement = await connection.prepare('select sum(n) as s from numbers where n < $1');
    statement.bindInteger(1, 10);
    const sum = (await statement.runAndReadAll()).getRows();
    const streamed = await connection.stream('select n from numbers order by n');
    let rows = 0;
    for await (const chunk of streamed.yieldRows()) rows += chunk.length;
    connection.closeSync();
    return [sum, rows];
  };

  test('answers the same, prepared and streamed', async () => {
    const { plain, seen, after } = await threeTimes(query, classes as unknown as (typeof Matrix)[]);
    expect([seen, after]).toEqual([plain, plain]);
    expect(operatorCounts(finish())).toMatchObject({
      'DuckDBInstance.create': 1,
      'DuckDBInstance.connect': 1,
      'DuckDBConnection.run': 1,
      'DuckDBConnection.prepare': 1,
      'DuckDBPreparedStatement.runAndReadAll': 1,
      'DuckDBConnection.stream': 1
    });
  });

  test('shows queries that run at the same time on lanes side by side', async () => {
    instrument(DuckDBConnection, { filter: /^runAndReadAll$/ });
    const instance = await DuckDBInstance.create(':memory:');
    const connections = await Promise.all([instance.connect(), instance.connect()]);
    await Promise.all(
      connections.map(each => each.runAndReadAll('select sum(range) from range(100000)'))
    );
    for (const each of connections) each.closeSync();
    const operators = rowsOf(finish()).filter(({ category }) => category === 'operator');
    expect(operators.map(({ track }) => track)).toEqual(['operators', 'operators 2']);
  });

  test('rejects with the same error', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const message = await connection.run('select nothing').catch(String);
    instrument(DuckDBConnection);
    expect(await connection.run('select nothing').catch(String)).toBe(message);
    connection.closeSync();
  });
});

function parentOf(type: object): typeof Matrix {
  return Object.getPrototypeOf(type) as typeof Matrix;
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return String(error);
  }
  throw new Error('it did not throw');
}
