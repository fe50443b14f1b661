import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { briefText, profileText } from '../../src/cli/shared/profileText';
import { gpuText } from '../../src/cli/commands/show';
import { FACT_TABLES, timeText } from '../../src/cli/shared/timeText';
import { RecordedProfile } from '../../src/engine/results/recordedProfile';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { finishedOf } from '../../src/compat/torch/finishedProfile';
import { ProfileDiff } from '../../src/compat/torch/profileDiff';
import { decodeBundle, displayBundle, lightDisplayBundle } from '../../src/formats';
import { FORMATS } from '../../src/formats/table';
import { mergeProfiles } from '../../src/model/merge/mergeProfiles';
import { PROFILE_MIME_TYPE, type ProfileBundle } from '../../src/model/output/bundle';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { comparisonText } from '../../src/report';
import { DEFAULT_PROFILE_OPTIONS } from '../../src/settings/table/profileOptions';
import { asUnicode } from './asUnicode';
import { deflate, inflate } from './storedBundle';

/** Values that a text has where a figure was computed of nothing; code that texts quote must have none of them. */
export const NO_FIGURE = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object \w+\]|Invalid Date/;

/**
 * Does with a finished profile all that its user can do with it, each in a way that fails if the profile,
 * or what is made of it, cannot be read: saves it in all formats and loads it again, prints it, compares it and
 * puts it into a notebook. Returns the notebook's output.
 */
export async function openEverywhere(data: Profile, folder: string): Promise<ProfileBundle> {
  mkdirSync(folder, { recursive: true });
  const profile = new RecordedProfile(data);
  validateProfile(data);
  loadSaved(profile, folder);
  printed(profile).forEach(expectFigures);
  return shown(data);
}

/** Saves the profile with each ending there is; what is read at all is read back. */
function loadSaved(profile: RecordedProfile, folder: string): void {
  for (const { id, endings, write, read } of FORMATS) {
    if (write === undefined) continue;
    const saved = endings.map(({ ending }) => path.join(folder, `saved${ending}`));
    for (const file of saved) expect(profile.save(file).sizeBytes, file).toBeGreaterThan(0);
    const files = read?.from === 'bytes' ? saved : [];
    for (const { data } of files.map(loadProfile)) expectAgain(id, data, profile.data);
  }
}

function expectAgain(format: string, again: Profile, profile: Profile): void {
  validateProfile(again);
  if (format === 'kscope') expect(again).toEqual(profile);
  if (HOLDS_SLICES.includes(format)) expectTotals(totalsByName(again), totalsByName(profile));
}

/** Formats with all slices: their number and their times come back. */
const HOLDS_SLICES: readonly string[] = ['perfetto', 'chrome', 'speedscope'];

/** Files have whole nanoseconds: each slice may be one off. */
function expectTotals(kept: Totals, totals: Totals): void {
  for (const [name, { count, ns }] of totals) {
    const { count: keptCount = 0, ns: keptNs = 0 } = kept.get(name) ?? {};
    expect(keptCount, name).toBe(count);
    expect(Math.abs(keptNs - ns), name).toBeLessThanOrEqual(count);
  }
}

type Totals = ReadonlyMap<string, { readonly count: number; readonly ns: number }>;

/** The number of slices of each name and their whole time. */
function totalsByName({ slices, labels, strings }: Profile): Totals {
  const sums = new Map<string, { count: number; ns: number }>();
  for (let row = 0; row < slices.length; row++) {
    const name = strings[labels.name[slices.label[row]]];
    const sum = sums.get(name) ?? { count: 0, ns: 0 };
    sums.set(name, { count: sum.count + 1, ns: sum.ns + slices.duration[row] });
  }
  return sums;
}

/** What each command prints of it. */
function printed(profile: RecordedProfile): string[] {
  const { data } = profile;
  const usual = DEFAULT_PROFILE_OPTIONS;
  const tables = {
    lines: 0,
    packages: 0,
    facts: Object.fromEntries(FACT_TABLES.map(({ name }) => [name, 0]))
  };
  const compared = new ProfileDiff(profile, profile).compare();
  return [
    profileText(profile, { ...usual, top: 0 }),
    briefText(profile, usual),
    gpuText(data, usual),
    timeText(data, tables, 'table'),
    timeText(data, tables, 'json'),
    gpuText(data, { ...usual, format: 'json' }),
    profileText(profile, { ...usual, format: 'json' }),
    profile.explain(),
    finishedOf(profile).dumps({ compat: 'mxnet' }),
    finishedOf(profile).functionEvents.table(),
    profile.summary,
    comparisonText(compared),
    new RecordedProfile(mergeProfiles([data, data])).dumps()
  ];
}

function expectFigures(text: string): void {
  const line = text.split('\n').find(each => NO_FIGURE.test(each));
  expect(line).toBeUndefined();
}

/** The output of a cell, as a notebook keeps it, and its light form; both are read as front ends do. */
async function shown(data: Profile): Promise<ProfileBundle> {
  const full = displayBundle(data, { deflate });
  const light = lightDisplayBundle(data, { deflate });
  for (const text of [full['text/plain'], full['text/html'], light['text/plain']]) {
    expectFigures(text);
  }
  const stored = [full, light].map(
    each => JSON.parse(JSON.stringify(each[PROFILE_MIME_TYPE])) as ProfileBundle
  );
  const [whole] = await Promise.all(stored.map(each => decodeBundle(each, { inflate })));
  validateProfile(whole.profile);
  if (!whole.bundle.overview.partial) {
    expect(whole.profile.slices.length).toBe(asUnicode(data).slices.length);
  }
  return stored[0];
}
