import { parentPort } from 'node:worker_threads';
import { runMemorySampler } from './memorySampler';
import { runTraceWatcher } from './traceWatcher';

if (parentPort) {
  runMemorySampler({ port: parentPort });
  runTraceWatcher({ port: parentPort });
}
