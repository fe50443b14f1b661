/**
 * What a kernel and its threads load first, by a flag of Node: a thread that a cell starts can then be told
 * to record itself, from its beginning or later. Nothing of the profiler is loaded until then.
 */
import { createRequire } from 'node:module';
import type { RegisterProgram } from '../../native/packageFiles';
import { packageFiles } from '../../native/packageFiles';
import { handOver } from './membership';
import { standBy } from './standBy';

standBy(__filename, membership => {
  handOver(membership);
  const load = createRequire(__filename);
  (load(packageFiles().registerProgram) as RegisterProgram).recordThisProgram();
});
