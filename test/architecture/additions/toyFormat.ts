import type { ProfileFormat } from '../../../src/formats/shared/format';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { unrecordedMeta } from '../../../src/model/profile/unrecordedMeta';

/** A format that holds nothing of a profile but its name. */
export const TOY: ProfileFormat = {
  id: 'toy',
  title: trans => trans.__('Toy'),
  mediaType: 'text/plain',
  endings: [{ ending: '.toy', help: 'the name of the profile' }],
  write: {
    encode: ({ profile }) => new TextEncoder().encode(`TOY ${profile.meta.name}`),
    contents: (_, trans) => trans.__('The name')
  },
  read: {
    from: 'bytes',
    name: 'a toy',
    recognise: start => (start.startsWith('TOY ') ? 'certain' : null),
    decode: (bytes, { facts: { id } }) => {
      const name = new TextDecoder().decode(bytes.subarray(4));
      return new ProfileBuilder().build(unrecordedMeta({ id, name, durationNs: 1 }));
    }
  }
};
