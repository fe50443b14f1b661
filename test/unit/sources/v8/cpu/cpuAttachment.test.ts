import { Session } from 'node:inspector';
import { expect, test } from 'vitest';
import { CpuAttachment } from '../../../../../src/sources/v8/cpu/cpuAttachment';
import { InspectorProfiler } from '../../../../../src/sources/v8/cpu/v8Profiler';

/** Titles of the profiles of which another session of this thread hears. */
function hearing(): { readonly titles: (string | undefined)[]; readonly stop: () => void } {
  const titles: (string | undefined)[] = [];
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.on('Profiler.consoleProfileFinished', ({ params }) => titles.push(params.title));
  return { titles, stop: () => session.disconnect() };
}

function recordTwo(attachment: CpuAttachment): number[] {
  const outer = attachment.begin();
  const inner = attachment.begin();
  const profiles = [inner, outer].map(handle => attachment.end(handle));
  attachment.dispose();
  return profiles.map(({ nodes }) => nodes.length);
}

test.each([
  { flags: [], heard: 2 },
  { flags: ['--cpu-prof'], heard: 0 },
  { flags: ['--cpu-prof-dir=x'], heard: 2 },
  { flags: ['--no-warnings --cpu-prof --cpu-prof-dir=x'], heard: 0 }
])(
  'profiles overlap, and with the flags $flags $heard are heard of elsewhere',
  ({ flags, heard }) => {
    const { titles, stop } = hearing();
    const sizes = recordTwo(
      new CpuAttachment({ createProfiler: () => new InspectorProfiler('', flags) })
    );
    stop();
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(titles).toHaveLength(heard);
  }
);
