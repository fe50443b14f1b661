import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { labelledPart, sampleLabelTimes, withStartUp } from '../../analysis';
import { formatDuration } from '../../base/text';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import type { SampleLabel } from '../../facts/sampleLabels';
import { joinFiles } from '../../model/merge/joinFiles';
import type { Profile } from '../../model/profile/profile';
import { type CommandContext, UsageError } from './commandContext';

/** How files become the profile that a command shows or writes. */
export interface ShownOptions {
  /** For each file by how many milliseconds it is moved; further ones are not moved. */
  readonly offset?: readonly number[];
  /** Only what ran with this label. */
  readonly label?: SampleLabel;
}

/** Labels that are named where one is not found. */
const NAMED_LABELS = 8;

export function shownOptions(): Option[] {
  return [
    new Option('--offset <ms,ms,…>', 'move each file by so many milliseconds').argParser(
      readOffsets
    ),
    new Option('--label <name=value>', 'only what ran with this label of profile.label').argParser(
      readLabel
    )
  ];
}

/**
 * The profile of a file, or of several on one timeline.
 *
 * @throws ProfileFileError, and UsageError for offsets without files and a label that nothing has
 */
export function shownProfile(
  files: readonly string[],
  { offset = [], label }: ShownOptions,
  { err }: Pick<CommandContext, 'err'>
): RecordedProfile {
  if (offset.length > files.length) {
    throw new UsageError(
      `--offset has ${offset.length} numbers for ${files.length} ${files.length === 1 ? 'file' : 'files'}.`
    );
  }
  const loaded = files.map(loadProfileThatTells);
  const whole =
    files.length === 1 ? loaded[0] : new RecordedProfile(joined(files, loaded, { offset, err }));
  return label === undefined ? whole : new RecordedProfile(labelled(whole.data, label));
}

function joined(
  files: readonly string[],
  loaded: readonly RecordedProfile[],
  { offset, err }: { readonly offset: readonly number[] } & Pick<CommandContext, 'err'>
): Profile {
  const parts = loaded.map(({ data }, at) => ({
    profile: withStartUp(data),
    hasWallClock: knowsWhen(data, files[at]),
    offsetMs: offset[at] ?? 0
  }));
  const unknown = files.filter((_, at) => !parts[at].hasWallClock).map(file => basename(file));
  if (unknown.length > 0) {
    err(
      `kernelscope: when ${unknown.join(', ')} was recorded is not known: all files begin together, but for --offset\n`
    );
  }
  return joinFiles(parts);
}

/** False for a file that has no such time: its profile has that at which the file was written. */
function knowsWhen({ meta }: Profile, file: string): boolean {
  return Math.abs(meta.startedAtMs - statSync(file).mtimeMs) >= 1;
}

function labelled(profile: Profile, label: SampleLabel): Profile {
  const part = labelledPart(profile, label);
  if (part !== null) return part;
  const known = sampleLabelTimes(profile).slice(0, NAMED_LABELS);
  const names = known.map(
    ({ label: [name, value], totalNs }) => `${name}=${value} (${formatDuration(totalNs)})`
  );
  const rest = names.length === 0 ? 'The profile has no labels.' : `Labels: ${names.join(', ')}.`;
  throw new UsageError(`Nothing ran with the label ${label.join('=')}. ${rest}`);
}

function readOffsets(text: string): readonly number[] {
  const numbers = text.split(',').map(each => (each.trim() === '' ? NaN : Number(each)));
  if (numbers.every(Number.isFinite)) return numbers;
  throw new InvalidArgumentError(
    'It must be milliseconds such as 0,250, one number for each file.'
  );
}

function readLabel(text: string): SampleLabel {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new InvalidArgumentError('It must be a name and a value, such as route=/orders.');
}
