import { awaitAt } from 'kernelscope/analysis';
import { type Profile, WAITING_CATEGORY } from 'kernelscope/model';

/** The place of a wait: its file, and its one-based line. */
export interface WaitPlace {
  readonly file: string;
  readonly line: number;
}

/** The place that the name of a wait has, or null where it is not known. */
export function waitPlace(name: string): WaitPlace | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(name) ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}

/** The titles of labels of waits: the code that waits, and its place. */
export function waitTitles(profile: Profile): ReadonlyMap<number, string> {
  const { labels, strings } = profile;
  const category = strings.indexOf(WAITING_CATEGORY);
  const titles = new Map<number, string>();
  if (category < 0) return titles;
  labels.category.forEach((each, label) => {
    const name = strings[labels.name[label]];
    const place = each === category ? waitPlace(name) : null;
    const code = place === null ? '' : awaitAt(profile, place.file, place.line);
    if (code !== '') titles.set(label, `${code} · ${name}`);
  });
  return titles;
}
