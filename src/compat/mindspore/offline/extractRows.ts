import { type Readable, Readable as ReadableStream, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInterface } from 'node:readline';
import type { RecordBatch } from 'apache-arrow';
import { messageOf } from '../../../base/errors';
import type { AnalyseJob, RowsReply } from './outcomes';
import { JobThread } from './jobThread';
import { cycleIdOf, withSlashes } from './rows/batches';
import { sourceState } from './rows/sourceState';
import { arrowStream, batchesOfCycle, batchOfFailure } from './arrowRows';

/** Where paths come from and rows go to. */
export interface ExtractStreams {
  /** Paths of directories of cycles, one a line. */
  readonly input: Readable;
  /** Gets one stream in Arrow's format. */
  readonly output: Writable;
}

/** How directories are read. */
export interface ExtractOptions {
  /** Rows are keyed by paths relative to this folder; by the paths as they are given if it is null. */
  readonly root: string | null;
  /** Script of the thread that reads them. */
  readonly workerFile: string;
}

const ALL_ROWS = { pretty: false, stepList: null, dataSimplification: false };

/**
 * Writes the rows of cycles as they are read. A directory that cannot be read, or whose reader dies, costs
 * its own rows alone: it has one row of table `failed`.
 *
 * @throws Error of the streams
 */
export async function extractRows(
  { input, output }: ExtractStreams,
  options: ExtractOptions
): Promise<void> {
  await pipeline(ReadableStream.from(arrowStream(batchesOf(input, options))), output);
}

async function* batchesOf(
  input: Readable,
  { root, workerFile }: ExtractOptions
): AsyncGenerator<readonly RecordBatch[]> {
  const thread = new JobThread<AnalyseJob, RowsReply>({ workerFile });
  try {
    for await (const directory of linesOf(input)) {
      const cycleId = root === null ? withSlashes(directory) : cycleIdOf(directory, root);
      yield await read(thread, directory, cycleId);
    }
  } finally {
    thread.dispose();
  }
}

async function read(
  thread: JobThread<AnalyseJob, RowsReply>,
  directory: string,
  cycleId: string
): Promise<readonly RecordBatch[]> {
  const source = sourceState(directory) ?? { sizeBytes: 0, changedAtMs: 0 };
  try {
    const reply = await thread.perform({ directory, options: ALL_ROWS, wanted: 'rows' });
    if (reply.kind === 'rows') return batchesOfCycle({ cycleId, source, rows: reply.rows });
    return [batchOfFailure(cycleId, reply.reason)];
  } catch (error) {
    return [batchOfFailure(cycleId, messageOf(error))];
  }
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line !== '') yield line;
  }
}
