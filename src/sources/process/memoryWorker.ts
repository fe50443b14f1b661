import { parentPort } from 'node:worker_threads';
import { runMemorySampler } from './memorySampler';

if (parentPort) runMemorySampler({ port: parentPort });
