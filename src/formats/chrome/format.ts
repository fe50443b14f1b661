import type { ProfileFormat } from '../shared/format';
import { encodeKinetoTrace } from './kinetoTrace';
import { chromeTraceLosses } from './losses';
import { readChromeTrace } from './read';
import { encodeChromeTrace } from './write';

/** Chrome's trace events as JSON, as PyTorch's Kineto, MXNet and MegEngine write them. */
export const CHROME: ProfileFormat = {
  id: 'chrome',
  title: trans => trans.__('Chrome trace'),
  mediaType: 'application/json',
  endings: [
    { ending: '.json', help: 'Chrome trace events' },
    { ending: '.json.gz', help: 'Chrome trace events, gzipped' }
  ],
  write: {
    encode: ({ profile, words }) =>
      words === 'kineto' ? encodeKinetoTrace(profile) : encodeChromeTrace(profile),
    contents: (_, trans) => trans.__('For viewers that read no Perfetto traces'),
    losses: profile => chromeTraceLosses(profile)
  },
  read: {
    from: 'bytes',
    name: 'a trace of Chrome’s format',
    recognise: start => (start.has('traceEvents') || start.isListWith('ph') ? 'certain' : null),
    decode: (bytes, { facts, scripts }) => readChromeTrace(bytes, facts, scripts)
  }
};
