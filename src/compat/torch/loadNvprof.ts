import { basename } from 'node:path';
import { FunctionEvent } from './events/functionEvent';
import { fileReasonOf, KernelscopeError } from '../../base/errors';
import { NS_PER_US } from '../../base/time';
import {
  type ApiCall,
  type CudaTrace,
  type GpuWork,
  type TraceRange,
  DuplicateKeyError
} from '../../formats/nvprof/cudaTrace';
import { enclosingRanges, findLaunches } from '../../formats/nvprof/launches';
import { EventList } from './eventList';
import { readCudaTrace } from '../../formats/nvprof/readCudaTrace';
import { demangler } from '../../native/demangler';
import { SqliteFile } from '../../sources/databases/sqliteFile';

/** A file could not be read as a trace of nvprof or Nsight Systems; the message says why. */
export class NvprofFileError extends KernelscopeError {}

/**
 * The NVTX ranges of a file of nvprof or Nsight Systems, in order of start, each with the GPU kernels
 * whose launches it encloses. All nested ranges have a kernel, and the innermost has it as its own.
 * Times are microseconds as in the file, or since its first record if they are too large to be exact.
 * It warns of records that had to be left out.
 *
 * @throws NvprofFileError for a file that cannot be read or is of another kind.
 * @throws DuplicateKeyError if a marker or the launch of a kernel occurs twice.
 */
export function loadNvprof(path: string): EventList {
  try {
    const trace = readCudaTraceFile(path);
    const events = rangeEvents(trace);
    const note = trace.corrections.toString();
    if (note !== '') process.emitWarning(`${basename(path)}: ${note}`, 'KernelscopeWarning');
    return new EventList(events);
  } catch (error) {
    if (error instanceof DuplicateKeyError) throw error;
    throw new NvprofFileError(`Cannot load ${path}: ${fileReasonOf(error)}`, { cause: error });
  }
}

function rangeEvents(trace: CudaTrace): FunctionEvent[] {
  const { ranges } = trace;
  const toUs = (timeNs: number): number => timeNs / NS_PER_US;
  const eventOf = new Map<TraceRange, FunctionEvent>();
  for (const range of ranges) {
    const { id, name, thread, start, end } = range;
    eventOf.set(range, new FunctionEvent(id, name, thread ?? 0, toUs(start), toUs(end)));
  }
  const kernelsOf = kernelsByCall(trace);
  const calls = [...kernelsOf.keys()].sort((a, b) => a.start - b.start);
  for (const [call, around] of enclosingRanges(calls, ranges)) {
    const events = around.flatMap(range => eventOf.get(range) ?? []);
    const kernels = kernelsOf.get(call) ?? [];
    if (kernels.length > 1 && events.length > 0 && trace.writer === 'nvprof') {
      const key = [around[0].id, call.id];
      throw new DuplicateKeyError(key, 'a marker encloses two kernels of one API call');
    }
    for (const kernel of kernels) appendTo(events, kernel);
  }
  return [...eventOf.values()];
}

function kernelsByCall(trace: CudaTrace): Map<ApiCall, GpuWork[]> {
  const kernelsOf = new Map<ApiCall, GpuWork[]>();
  for (const { work, call } of findLaunches(trace)) {
    if (call === null || work.category !== 'kernel') continue;
    const kernels = kernelsOf.get(call);
    if (kernels) kernels.push(work);
    else kernelsOf.set(call, [work]);
  }
  return kernelsOf;
}

/** Adds a kernel to the ranges around its launch, outermost first. */
function appendTo(events: readonly FunctionEvent[], kernel: GpuWork): void {
  const { name, device } = kernel;
  const [start, end] = [kernel.start / NS_PER_US, kernel.end / NS_PER_US];
  events.forEach((event, at) => {
    const isInnermost = at === events.length - 1;
    if (isInnermost) event.appendKernel(name, device, start, end);
    else event.appendKernelOfInner(name, device, start, end);
  });
}

/**
 * The content of a database of nvprof or an export of Nsight Systems.
 *
 * @throws SqliteFileError for a file that is not a database, or a damaged one.
 * @throws GpuTraceError for a database of another kind, or one beyond the limits.
 */
function readCudaTraceFile(file: string): CudaTrace {
  const database = SqliteFile.open(file);
  try {
    return readCudaTrace(database, demangler());
  } finally {
    database.dispose();
  }
}
