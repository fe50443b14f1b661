import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { loadProfileThatTells } from '../../src/engine/results/loadProfile';
import { decodeBundle } from '../../src/formats';
import { displayBundle } from '../../src/formats/displayBundle';
import { PROFILE_MIME_TYPE } from '../../src/model/output/bundle';
import { SQL_VIEW_NAMES } from '../../src/model/output/sqlViews';
import type { Profile } from '../../src/model/profile/profile';
import { TABLE_NAMES } from '../../src/columns/tableSchema';
import { validateProfile } from '../../src/model/validate/validate';
import { writableExtensions } from '../../src/settings/table/outputFile';
import { SORT_KEYS } from '../../src/analysis/statistics/aggregateTypes';
import { runCommand } from '../support/runCommand';
import { deflate, inflate } from '../support/storedBundle';
import { sampleOf } from '../support/tiers';

/** Arguments of every report of the command line about one profile, in some orders of rows; the file comes last. */
const REPORTS: readonly (readonly string[])[] = [
  ['show'],
  ['show', '--top', '0', '-f', 'json'],
  ...sampleOf(SORT_KEYS, 4).map(key => ['show', '-n', '3', '-a', '-s', key]),
  ...['-l', '-p', '-d'].flatMap(table => [
    ['show', table, '0'],
    ['show', table, '5', '-f', 'json']
  ]),
  ['show', '-g'],
  ['show', '-g', '-f', 'json'],
  ['explain'],
  ['analyze']
];

/** What of a profile a format takes along; the rest of its tables is lost by design. */
type Kept = 'everything' | 'slices' | 'samples of a thread' | 'samples' | 'nothing';

const KEPT: Readonly<Record<string, Kept>> = {
  '.perfetto-trace': 'slices',
  '.perfetto-trace.gz': 'slices',
  '.json': 'slices',
  '.json.gz': 'slices',
  '.speedscope.json': 'samples',
  '.cpuprofile': 'samples of a thread',
  '.pb.gz': 'samples',
  '.pb': 'samples',
  '.folded': 'samples',
  '.kscope': 'everything',
  '.csv': 'nothing',
  '.html': 'nothing',
  '.svg': 'nothing'
};

/** A command that must succeed and print something. */
async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runCommand(...args);
  expect({ args, code, err: code === 0 ? '' : err }).toEqual({ args, code: 0, err: '' });
  expect(out, args.join(' ')).not.toBe('');
  return out;
}

/** That no part of a profile was left out when it was loaded, and every value is valid. */
export function expectSound(profile: Profile): void {
  const damaged = profile.sources.filter(({ message }) => message.includes('is damaged'));
  expect(damaged).toEqual([]);
  validateProfile(profile);
}

function soundProfile(file: string): Profile {
  const profile = loadProfileThatTells(file).data;
  expectSound(profile);
  return profile;
}

const sumOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0);

/** Rows and times of the slices, in milliseconds. */
const sliceSums = ({ slices }: Profile): { rows: number; ms: number } => ({
  rows: slices.length,
  ms: sumOf(slices.duration) / 1e6
});

/** Time in which each thread that was sampled ran, in milliseconds: formats of CPU time leave idle samples out. */
function ranMs({ samples }: Profile): number[] {
  const byTrack = new Map<number, number>();
  samples.track.forEach((track, row) => {
    const ms = samples.stack[row] < 0 ? 0 : samples.weight[row] / 1e6;
    byTrack.set(track, (byTrack.get(track) ?? 0) + ms);
  });
  return [...byTrack].sort(([a], [b]) => a - b).map(([, ms]) => ms);
}

/** That a file which was written holds what its format keeps of `profile`. */
function expectKept(profile: Profile, file: string, kept: Kept): void {
  if (kept === 'nothing') return;
  const again = soundProfile(file);
  if (kept === 'everything') {
    expect(TABLE_NAMES.filter(name => again[name].length !== profile[name].length)).toEqual([]);
    expect(sliceSums(again)).toEqual(sliceSums(profile));
    expect(ranMs(again)).toEqual(ranMs(profile));
  } else if (kept === 'slices') {
    expect(sliceSums(again).rows).toBe(sliceSums(profile).rows);
    // Times are whole nanoseconds there.
    const roundedMs = sliceSums(profile).rows / 1e6;
    expect(Math.abs(sliceSums(again).ms - sliceSums(profile).ms)).toBeLessThanOrEqual(roundedMs);
  } else if (profile.samples.length > 0) {
    const times = ranMs(profile);
    const wanted = kept === 'samples' ? sumOf(times) : (times[0] ?? 0);
    // Times are whole microseconds in some of them.
    const roundedMs = 0.001 * (1 + profile.samples.length);
    expect(Math.abs(sumOf(ranMs(again)) - wanted), file).toBeLessThanOrEqual(roundedMs);
  }
}

async function expectEveryReport(file: string, profile: Profile): Promise<void> {
  for (const report of REPORTS) {
    const text = await printed(...report, file);
    if (report.includes('json')) JSON.parse(text);
  }
  await printed('explain', '--compare', file, file);
  await printed('diff', file, file);
  const union = SQL_VIEW_NAMES.map(
    name => `SELECT '${name}' AS name, count(*) AS rows FROM ${name}`
  );
  const counted = await printed('query', '--json', file, union.join(' UNION ALL '));
  const rows = JSON.parse(counted) as { readonly name: string; readonly rows: number }[];
  const byName = Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  const { slices, samples, instants, flows, tracks } = profile;
  expect(byName).toMatchObject({
    ...{ slices: slices.length, samples: samples.length, instants: instants.length },
    ...{ flows: flows.length, tracks: tracks.length, profile: 1 }
  });
}

async function expectNotebookOutput(profile: Profile): Promise<void> {
  const output = displayBundle(profile, { deflate });
  const sent = JSON.parse(JSON.stringify(output[PROFILE_MIME_TYPE])) as unknown;
  const { profile: shown } = await decodeBundle(sent, { inflate });
  validateProfile(shown);
  expect(output['text/html']).toContain('<');
  expect(output['text/plain']).not.toBe('');
}

async function expectEveryFormat(file: string, profile: Profile): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-views-'));
  try {
    for (const ending of writableExtensions()) {
      const written = path.join(folder, `written${ending}`);
      await printed('convert', file, written);
      expect(readFileSync(written).length, ending).toBeGreaterThan(0);
      expectKept(profile, written, KEPT[ending]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Opens a file in every report of the command line, as the output of a notebook and as rows of SQL, writes it in
 * every format, and reads these back: all of it is valid, and nothing is lost that a format can hold.
 */
export async function expectEveryView(file: string): Promise<Profile> {
  const profile = soundProfile(file);
  await expectEveryReport(file, profile);
  await expectNotebookOutput(profile);
  await expectEveryFormat(file, profile);
  return profile;
}
