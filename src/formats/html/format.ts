import type { ProfileFormat } from '../shared/format';
import { profileDocument } from './write';

/** A page of HTML without scripts. */
export const HTML: ProfileFormat = {
  id: 'html',
  title: trans => trans.__('Report'),
  mediaType: 'text/html;charset=utf-8',
  endings: [{ ending: '.html', help: 'the table and a picture, without scripts' }],
  write: {
    encode: ({ profile, sections, found, comparison }) =>
      new TextEncoder().encode(
        profileDocument(profile, { sections: sections?.(), found: found?.(), comparison })
      ),
    contents: (_, trans) => trans.__('Summary, tables and a picture, to read anywhere')
  }
};
