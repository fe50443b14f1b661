import type { ProfileFormat } from '../shared/format';
import { PERF_HEAD, readPerfScript } from './read';

/** What `perf script` of Linux prints. */
export const PERF_SCRIPT: ProfileFormat = {
  id: 'perfscript',
  title: trans => trans.__('perf script'),
  mediaType: 'text/plain',
  endings: [],
  read: {
    from: 'bytes',
    name: 'output of perf script',
    recognise: ({ text }) => {
      const lines = (text ?? '').split('\n').filter(line => line !== '' && !line.startsWith('#'));
      const isPerf = PERF_HEAD.test(lines[0] ?? '') && /^\s/.test(lines[1] ?? '');
      return isPerf ? 'certain' : null;
    },
    decode: (bytes, { facts, scripts }) => readPerfScript(bytes, facts, scripts)
  }
};
