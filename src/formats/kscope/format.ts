import type { ProfileFormat } from '../shared/format';
import { decodeRecording } from './kscopeRecording';
import { decodeKscope } from './read';
import { encodeKscope } from './write';

/** The product's own format, docs/profile-format.md; also for recordings that have not ended. */
export const KSCOPE: ProfileFormat = {
  id: 'kscope',
  title: trans => trans.__('Kernelscope profile'),
  mediaType: 'application/octet-stream',
  endings: [{ ending: '.kscope', help: 'the whole profile, to load again' }],
  write: {
    encode: ({ profile, deflate }) => encodeKscope(profile, { deflate }),
    contents: (_, trans) => trans.__('Everything, for %profile load and the command line')
  },
  read: {
    from: 'bytes',
    name: 'a .kscope file',
    recognise: start => (start.startsWith('KSCOPE\r\n') ? 'certain' : null),
    decode: (bytes, { inflate, profileOf }) => {
      const recording = decodeRecording(bytes, inflate);
      return recording === null ? decodeKscope(bytes, { inflate }) : profileOf(recording);
    }
  }
};
