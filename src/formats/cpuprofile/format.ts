import { isRecord } from '../../base/isObject';
import { type ProfileFormat, withoutSamples } from '../shared/format';
import type { FileStart } from '../shared/imported/fileStart';
import { readCpuprofile } from './read';
import { encodeCpuprofile, cpuprofileLosses } from './write';

/** CPU profiles of V8, as `node --cpu-prof` and Chrome DevTools write them. */
export const CPUPROFILE = {
  id: 'cpuprofile',
  title: trans => trans.__('V8 CPU profile'),
  mediaType: 'application/json',
  endings: [
    { ending: '.cpuprofile', help: 'V8 CPU profile of one thread (Chrome DevTools, VS Code)' }
  ],
  write: {
    encode: ({ profile }) => encodeCpuprofile(profile),
    contents: (_, trans) =>
      trans.__('CPU samples of the main thread, for Chrome DevTools and VS Code'),
    losses: profile => cpuprofileLosses(profile),
    lacks: withoutSamples
  },
  read: {
    from: 'bytes',
    name: 'a CPU profile of V8',
    recognise: start => (isCpuprofile(start) ? 'certain' : null),
    decode: (bytes, { facts, scripts }) => readCpuprofile(bytes, facts, scripts),
    // the root alone
    hasNothing: json => isRecord(json) && Array.isArray(json['nodes']) && json['nodes'].length < 2
  }
} satisfies ProfileFormat;

/** Nodes in a list, or in the older form one below another; those of heap snapshots come after facts about it. */
function isCpuprofile(start: FileStart): boolean {
  if (start.has('nodes')) return !start.has('snapshot');
  return start.has('head') && start.membersOf('head').includes('functionName');
}
