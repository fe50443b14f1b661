import { profileCsv } from './csv';
import { profileDocument } from './html/write';
import { memoryFlowSvg, NO_ALLOCATIONS_NOTE } from './memoryFlow/write';
import type { ProfileFormat } from './shared/format';

/** The table of statistics as comma-separated values (RFC 4180). */
export const CSV: ProfileFormat = {
  id: 'csv',
  title: trans => trans.__('Table'),
  mediaType: 'text/csv;charset=utf-8',
  endings: [{ ending: '.csv', help: 'the table as comma-separated values' }],
  write: {
    encode: ({ profile, sections }) => new TextEncoder().encode(profileCsv(profile, sections?.())),
    contents: (_, trans) => trans.__('The statistics of every name, unrounded'),
    needs: 'statistics'
  }
};

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

/** A picture of device memory, as MegEngine's `memory_flow.svg`. */
export const MEMORY_FLOW: ProfileFormat = {
  id: 'memoryFlow',
  title: trans => trans.__('Memory flow (SVG)'),
  mediaType: 'image/svg+xml',
  endings: [{ ending: '.svg', help: 'device memory as time × address, without scripts' }],
  write: {
    encode: ({ profile }) => new TextEncoder().encode(memoryFlowSvg(profile)),
    contents: (_, trans) =>
      trans.__('Tensors as rectangles of time and address, to open in a browser'),
    lacks: ({ allocations }) =>
      allocations.length > 0 ? null : { note: NO_ALLOCATIONS_NOTE, hint: '' },
    isHiddenWhenEmpty: true
  }
};
