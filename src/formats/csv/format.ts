import type { ProfileFormat } from '../shared/format';
import { profileCsv } from './write';

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
