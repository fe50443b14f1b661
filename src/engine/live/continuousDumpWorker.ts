import { parentPort, workerData } from 'node:worker_threads';
import { ContinuousDumpThread } from './continuousDumpThread';
import type { DumpRequest } from './dumpRequest';

if (parentPort) {
  new ContinuousDumpThread({ port: parentPort, request: workerData as DumpRequest }).start();
}
