import type { ProfileFormat } from '../shared/format';
import type { FileStart } from '../shared/imported/fileStart';
import { readFirefox } from './read';

/** Profiles of the Firefox Profiler (profiler.firefox.com), processed or as Firefox writes them. */
export const FIREFOX: ProfileFormat = {
  id: 'firefox',
  title: trans => trans.__('Firefox profile'),
  mediaType: 'application/json',
  endings: [],
  read: {
    from: 'bytes',
    name: 'a profile of Firefox',
    recognise: start => (isFirefox(start) ? 'certain' : null),
    decode: (bytes, { facts, scripts }) => readFirefox(bytes, facts, scripts)
  }
};

/** Developer tools have put the profile below facts about the recording. */
function isFirefox(start: FileStart): boolean {
  if (start.has('meta', 'threads')) return true;
  return start.has('profile') && start.membersOf('profile').includes('threads');
}
