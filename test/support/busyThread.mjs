import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const cpuNs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);

const beginNs = cpuNs();
while (cpuNs() - beginNs < workerData * 1e6);
parentPort.postMessage(cpuNs());
setInterval(() => undefined, 1000);
