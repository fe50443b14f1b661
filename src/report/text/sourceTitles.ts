import { FACTS, type FactSourceName } from '../../facts/table';
import type { SourceName } from '../../model/profile/sourceReport';

const OWN_TITLES: Readonly<Record<Exclude<SourceName, FactSourceName>, string>> = {
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
  waits: 'Waiting',
  requests: 'Requests',
  databases: 'Calls of databases',
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

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OWN_TITLES),
  ...FACTS.map(({ source }) => [source.name, source.title] as const)
]);

/** The data of a source, as the start of a sentence about losses. */
export function sourceTitle(name: SourceName): string {
  return TITLES.get(name) ?? name;
}
