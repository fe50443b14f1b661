/**
 * The sources whose records are columns of a profile: their names, each with the start of a sentence about losses.
 * Sources of facts are stated by those.
 */
export const COLUMN_SOURCES = {
  ranges: 'Ranges',
  tfjs: 'TensorFlow.js',
  onnxruntime: 'ONNX Runtime',
  instrument: 'Instrumented objects',
  cpuSampler: 'CPU samples',
  callSites: 'Total times of lines',
  allocations: 'Allocations',
  operatorStacks: 'Stacks of operators',
  operatorMemory: 'Memory of operators',
  eventLoop: 'Event loop',
  async: 'Asynchronous ranges',
  memory: 'Memory',
  workers: 'Worker threads',
  nativeThreads: 'Native threads',
  cuda: 'GPU',
  gpuCounters: 'GPU counters',
  import: 'Import'
} as const;
