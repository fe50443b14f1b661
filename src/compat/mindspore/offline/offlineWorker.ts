import { parentPort } from 'node:worker_threads';
import type { AnalyseJob } from './analyseJob';
import { rowBuffers } from './rows/cycleRows';
import { performJob } from './performJob';

parentPort?.on('message', (job: AnalyseJob) => {
  const reply = performJob(job);
  const buffers = reply.kind === 'rows' ? rowBuffers(reply.rows) : [];
  parentPort?.postMessage(reply, buffers);
});
