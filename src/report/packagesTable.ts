import type { OwnerTime, TimeOwner } from '../analysis/stacks/packageTimes';
import { packageTimes } from '../analysis/stacks/packageTimes';
import { plural } from '../base/text';
import type { Profile } from '../model/profile/profile';
import { clippedFront, clippedTo } from '../tables/displayWidth';
import { printable } from '../tables/printable';
import { TEXT_WIDTH, timeTable, topRows } from './text/timeRows';
import { wholeText } from './text/wholeText';

const TEXTS: Readonly<Record<Exclude<TimeOwner, 'package' | 'library'>, string>> = {
  own: 'your code',
  node: 'Node.js (node: modules)',
  loading: 'module loading (import, require)',
  native: 'native code',
  gc: 'garbage collection',
  program: '(program)',
  coreWait: 'waiting for a core',
  idle: 'idle, waiting or not sampled'
};

/** The text of an owner of time; of a package its name. */
export function ownerText({ owner, name }: Pick<OwnerTime, 'owner' | 'name'>): string {
  if (owner === 'package') return clippedTo(printable(name), TEXT_WIDTH);
  return owner === 'library' ? clippedFront(printable(name), TEXT_WIDTH) : TEXTS[owner];
}

/**
 * The `top` npm packages and others that time was spent in, as text in 80 columns, 0 for all; the rows add up to
 * the last one, the whole. Empty for a profile without CPU samples.
 */
export function packagesTable(profile: Profile, top: number): string {
  const { wholeNs, rows } = packageTimes(profile);
  if (rows.length === 0) return '';
  const { shown, others } = topRows(rows, top);
  const texts = shown.map(row => ({ ...row, text: ownerText(row) }));
  const rest = { selfNs: others.selfNs, totalNs: null, text: plural(others.count, 'other') };
  const whole = { selfNs: wholeNs, totalNs: null, text: wholeText(profile, wholeNs) };
  return timeTable('Time by Package', others.count > 0 ? [...texts, rest] : texts, whole);
}
