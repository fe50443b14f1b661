import type { ProfileMeta } from '../profile/profile';
import type { ImportingLine } from '../profile/startUp';
import { START_UP_LIMITS } from '../profile/startUp';

/** The start-ups of several profiles together, each moved by its `shiftNs`; nothing if none is known. */
export function mergeStartUps(
  parts: readonly { readonly meta: Pick<ProfileMeta, 'startUp'>; readonly shiftNs: number }[]
): Pick<ProfileMeta, 'startUp'> {
  const known = parts.flatMap(({ meta, shiftNs }) =>
    meta.startUp ? [{ ...meta.startUp, shiftNs }] : []
  );
  if (known.length === 0) return {};
  const runs = known.flatMap(each =>
    each.runs.map(({ pid, fromNs, untilNs }) => {
      return { pid, fromNs: fromNs + each.shiftNs, untilNs: untilNs + each.shiftNs };
    })
  );
  const lines = new Map<string, ImportingLine>();
  for (const line of known.flatMap(each => each.lines)) {
    const key = `${line.line} ${line.file}`;
    const before = lines.get(key) ?? { ownNs: 0, totalNs: 0 };
    lines.set(key, {
      ...line,
      ownNs: before.ownNs + line.ownNs,
      totalNs: before.totalNs + line.totalNs
    });
  }
  return {
    startUp: {
      runs: runs.slice(0, START_UP_LIMITS.runs),
      lines: [...lines.values()].slice(0, START_UP_LIMITS.lines)
    }
  };
}
