/** A track in the order of its tree. */
export interface TrackPlace {
  /** Row of the input. */
  readonly track: number;
  /** The number of enclosing tracks that count as a level of their own. */
  readonly level: number;
}

/**
 * Tracks, each followed by those that it encloses, those of lesser rank first and equal ones in their order; `isLevel`
 * tells which ones indent.
 */
export function trackTree(
  tracks: readonly { readonly parent: number }[],
  isLevel: (track: number) => boolean,
  rankOf: (track: number) => number = () => 0
): TrackPlace[] {
  const children = new Map<number, number[]>();
  tracks.forEach(({ parent }, track) => {
    const siblings = children.get(parent);
    if (siblings) siblings.push(track);
    else children.set(parent, [track]);
  });
  for (const siblings of children.values()) siblings.sort((a, b) => rankOf(a) - rankOf(b));
  const ordered: TrackPlace[] = [];
  const pending = (children.get(-1) ?? []).map(track => ({ track, level: 0 })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    ordered.push(next);
    const level = next.level + (isLevel(next.track) ? 1 : 0);
    const inner = children.get(next.track) ?? [];
    for (let at = inner.length - 1; at >= 0; at--) pending.push({ track: inner[at], level });
  }
  return ordered;
}
