import type { ProfileFormat } from '../shared/format';
import { readCudaTrace } from './readCudaTrace';
import { traceProfile } from './traceProfile';

/** Databases of nvprof, and exports of Nsight Systems to SQLite. */
export const NVPROF: ProfileFormat = {
  id: 'nvprof',
  title: trans => trans.__('nvprof or Nsight Systems'),
  mediaType: 'application/vnd.sqlite3',
  endings: [],
  read: {
    from: 'database',
    name: 'a database of nvprof or Nsight Systems',
    decode: (database, { facts, demangle }) =>
      traceProfile(readCudaTrace(database, demangle), facts)
  }
};
