import type { Profiler } from 'node:inspector';
import { MapAddresses, type ParsedScript, sampledName } from '../../sources/v8/scripts/loadedMaps';
import type { CdpSession } from './cdpSession';

/** The recorded CPU profile of a thread, and where its scripts came from. */
export interface ThreadRecording {
  readonly profile: Profiler.Profile;
  /** The addresses of source maps that V8 knows, `data:` ones included, by the name of the script. */
  readonly maps: ReadonlyMap<string, string>;
}

/** Begins to record the CPU profile of a thread. */
export async function beginRecording(session: CdpSession, intervalUs: number): Promise<void> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: intervalUs });
  await session.send('Profiler.start');
}

/** Ends that, and leaves the thread as it was. */
export async function endRecording(session: CdpSession): Promise<ThreadRecording> {
  const { profile } = (await session.send('Profiler.stop')) as { profile: Profiler.Profile };
  await session.send('Profiler.disable');
  return { profile, maps: await sourceMaps(session, profile) };
}

/**
 * The source maps of the scripts in a profile. V8 lists all scripts when its debugger is enabled, which it is for
 * that moment only: nothing pauses.
 */
async function sourceMaps(
  session: CdpSession,
  { nodes }: Profiler.Profile
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(nodes.map(({ callFrame }) => callFrame.url));
  const addresses = new MapAddresses(url => wanted.has(sampledName(url)));
  session.on('Debugger.scriptParsed', params => addresses.take(params as ParsedScript));
  await session.send('Debugger.enable');
  await session.send('Debugger.disable');
  return addresses.byScript;
}
