/** Times of a function, a line or a package, nanoseconds. */
interface Times {
  readonly selfNs: number;
  /** Null where it is not known. */
  readonly totalNs: number | null;
}

/** Most self time first, then most total. */
export function byTime(a: Times, b: Times): number {
  return b.selfNs - a.selfNs || (b.totalNs ?? 0) - (a.totalNs ?? 0);
}
