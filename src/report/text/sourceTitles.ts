import type { SourceName } from '../../model/profile/sourceReport';

/** The data of each source, as the start of a sentence about losses. */
export const SOURCE_TITLES: Readonly<Record<SourceName, string>> = {
  ranges: 'Ranges',
  tfjs: 'TensorFlow.js',
  onnxruntime: 'ONNX Runtime',
  instrument: 'Instrumented objects',
  cpuSampler: 'CPU samples',
  callSites: 'Total times of lines',
  allocations: 'Allocations',
  heapSnapshots: 'Heap snapshots',
  operatorStacks: 'Stacks of operators',
  operatorMemory: 'Memory of operators',
  eventLoop: 'Event loop',
  waits: 'Waiting',
  requests: 'Requests',
  databases: 'Calls of databases',
  deopts: 'Deoptimizations',
  async: 'Asynchronous ranges',
  memory: 'Memory',
  gc: 'Garbage collection',
  workers: 'Worker threads',
  helperThreads: 'Helper threads',
  nativeThreads: 'Native threads',
  cuda: 'GPU',
  gpuCounters: 'GPU counters',
  import: 'Import'
};
