import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Profile } from '../../model/profile/profile';
import { knownSources } from '../../report/lineTables';
import { sourceLines } from '../../model/profile/sourceText';
import { filePath } from '../../sources/v8/scripts/frameClassifier';
import { readScript } from '../../sources/v8/scripts/readScript';
import type { SourceOfLine } from '../../report';
import { isWithin } from '../../engine/results/readWithin';

/**
 * The source of lines of `profile`: that of cells from the profile, that of files from those in `folder` and below it
 * which have not changed since it was recorded. Other files are left alone, since profiles come from anywhere.
 */
export function lineSources(profile: Profile, folder: string): SourceOfLine {
  const texts = knownSources(profile);
  const onDisk = new Map<string, readonly string[] | undefined>();
  return (file, line) => {
    const known = texts.get(file)?.[line - 1];
    // A text of a file has its hot functions alone: other lines are empty there.
    if (known !== undefined && known !== '') return known;
    if (!onDisk.has(file)) onDisk.set(file, linesOnDisk(file, folder, profile.meta.startedAtMs));
    return onDisk.get(file)?.[line - 1] ?? known;
  };
}

function linesOnDisk(
  file: string,
  folder: string,
  recordedAtMs: number
): readonly string[] | undefined {
  try {
    const path = realpathSync(resolve(folder, filePath(file) ?? file));
    const isInside = isWithin(realpathSync(folder), path);
    if (!isInside || statSync(path).mtimeMs > recordedAtMs) return undefined;
    const text = readScript(path);
    return text === null ? undefined : sourceLines(text);
  } catch {
    return undefined;
  }
}
