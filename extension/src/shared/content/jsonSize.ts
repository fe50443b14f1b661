/**
 * True when `value`, as JSON, is surely longer than `limit` characters. Counts the characters of
 * strings and one for everything else, and stops as soon as the answer is known.
 */
export function isLargerThan(value: unknown, limit: number): boolean {
  const waiting: unknown[] = [value];
  let size = 0;
  while (waiting.length > 0 && size <= limit) {
    const next = waiting.pop();
    size += typeof next === 'string' ? next.length : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values(next) as unknown[]) {
      waiting.push(child);
    }
  }
  return size > limit;
}
