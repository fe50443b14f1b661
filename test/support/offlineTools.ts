import path from 'node:path';
import { beforeAll } from 'vitest';
import {
  type OfflineAnalyse,
  createOfflineAnalyse
} from '../../src/compat/mindspore/offline/offlineAnalyse';
import { type OfflineDeps, offlineDeps } from '../../src/compat/mindspore/offline/offlineDeps';
import { bundleFile } from './bundleFile';
import { useFolder } from './folders';

/** What the tests of a file analyse with. */
export interface OfflineTools {
  /** The worker's script, bundled for a real thread. */
  readonly workerFile: string;
  readonly analyse: OfflineAnalyse;
  /** An analysis with other parts. */
  readonly analyseWith: (parts: Partial<OfflineDeps>) => OfflineAnalyse;
  /** A path that no other call has given, in a folder that is removed after the tests. */
  readonly place: (name: string) => string;
}

/** Gives each test of a file the offline analysis of the sources, with a real worker. */
export function useOfflineTools(): OfflineTools {
  const folder = useFolder();
  const workerFile = path.join(folder, 'offlineWorker.js');
  let places = 0;
  beforeAll(() => {
    bundleFile('../src/compat/mindspore/offline/offlineWorker.ts', workerFile);
  });
  const analyseWith = (parts: Partial<OfflineDeps>): OfflineAnalyse =>
    createOfflineAnalyse(() => ({ ...offlineDeps(workerFile), ...parts }));
  return {
    workerFile,
    analyse: analyseWith({}),
    analyseWith,
    place: name => path.join(folder, `${++places}`, name)
  };
}
