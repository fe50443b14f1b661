/**
 * The reader of rows as one file, for engines that send it to their machines: `node rowExtractor.js [ROOT]`
 * reads paths on its standard input. It is the script of its own thread.
 */
import './offlineWorker';
import { isMainThread } from 'node:worker_threads';
import { codeOf, messageOf } from '../../../base/errors';
import { extractRows } from './extractRows';

if (isMainThread) {
  const { stdin: input, stdout: output, argv } = process;
  extractRows({ input, output }, { root: argv[2] ?? null, workerFile: __filename }).catch(
    (error: unknown) => {
      process.exitCode = 1;
      // whoever read the rows has enough of them
      if (codeOf(error) === 'EPIPE') return;
      process.stderr.write(`kernelscope: ${messageOf(error)}\n`);
    }
  );
}
