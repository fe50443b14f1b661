import { type EntryType, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/**
 * Has `take` called for each performance entry of these types of this thread, once Node has it. The result ends that,
 * after the entries that are still on their way. Programs see no difference: their own observers and lists are as
 * they were.
 */
export function observeEntries(
  entryTypes: readonly EntryType[],
  take: (entry: PerformanceEntry) => void
): () => void {
  const observer = new PerformanceObserver(list => takeAll(list.getEntries(), take));
  takeDirectly(observer, entryTypes, take);
  observer.observe({ entryTypes });
  return () => {
    takeAll(observer.takeRecords(), take);
    observer.disconnect();
  };
}

function takeAll(
  entries: readonly PerformanceEntry[],
  take: (entry: PerformanceEntry) => void
): void {
  for (let at = 0; at < entries.length; at++) take(entries[at]);
}

/**
 * Has `take` called for each entry as Node has it. Node would keep it for an immediate, which the program's hooks on
 * asynchronous resources would see. Where the observer has no such method, entries arrive as usual.
 */
function takeDirectly(
  observer: PerformanceObserver,
  entryTypes: readonly string[],
  take: (entry: PerformanceEntry) => void
): void {
  const prototype = PerformanceObserver.prototype as object;
  const key = Object.getOwnPropertySymbols(prototype).find(
    ({ description }) => description === 'kMaybeBuffer'
  );
  if (key === undefined) return;
  // it is called for entries of all types
  const value = (entry: PerformanceEntry): void => {
    const { entryType } = entry;
    for (let at = 0; at < entryTypes.length; at++) if (entryTypes[at] === entryType) take(entry);
  };
  Object.defineProperty(observer, key, { value });
}
