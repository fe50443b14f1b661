import type { ProfileFormat } from '../shared/format';
import type { FileStart } from '../shared/imported/fileStart';

/** Allocation profiles of V8, which are recognised so that an error can name them. */
export const HEAPPROFILE: ProfileFormat = {
  id: 'heapprofile',
  title: trans => trans.__('V8 allocation profile'),
  mediaType: 'application/json',
  endings: [],
  read: {
    from: 'nothing',
    name: 'an allocation profile of V8 (.heapprofile)',
    recognise: start => (isHeapProfile(start) ? 'certain' : null),
    refusal: 'which is not supported'
  }
};

function isHeapProfile({ tellingMember, firstMemberWithin }: FileStart): boolean {
  return tellingMember === 'head' && firstMemberWithin === 'callFrame';
}
