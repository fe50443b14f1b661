import type { ProfileFormat } from '../shared/format';
import { readHeapprofile } from './read';

/** Allocation profiles of V8, as `node --heap-prof` and Chrome DevTools write them. */
export const HEAPPROFILE: ProfileFormat = {
  id: 'heapprofile',
  title: trans => trans.__('V8 allocation profile'),
  mediaType: 'application/json',
  endings: [],
  read: {
    from: 'bytes',
    name: 'an allocation profile of V8',
    recognise: start => {
      const isHeap = start.has('head') && start.membersOf('head').includes('callFrame');
      return isHeap ? 'certain' : null;
    },
    decode: (bytes, { facts, scripts }) => readHeapprofile(bytes, facts, scripts)
  }
};
