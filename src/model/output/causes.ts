/**
 * The known causes of hot lines and long waits, each named for the code that is looked for. `docs/user-guide/causes.md`
 * has a section for each, with what it costs.
 */
export const CAUSES = [
  'sequentialAwaits',
  'pollingLoop',
  'queryPerRow',
  'spreadInAccumulator',
  'chunksJoined',
  'searchInLoop',
  'shiftInLoop',
  'jsonClone',
  'jsonInLoop',
  'constructorInLoop',
  'localeCompareInSort',
  'sortInLoop',
  'rebuiltInLoop',
  'stringByIndex',
  'backtrackingRegExp',
  'syncInHandler',
  'consoleInLoop',
  'writeInLoop',
  'fileRewritten',
  'processInLoop',
  'deleteInLoop',
  'holeyArray',
  'mixedArray',
  'bigintInLoop',
  'arrayFromIterator',
  'throwInLoop',
  'boxedReads',
  'tensorReadInLoop',
  'tensorNotDisposed',
  'tensorMadeInLoop',
  'slowBackend',
  'copyToThread',
  'writeWithoutDrain',
  'listenersForRequests',
  'keptForRequests',
  'repeatedHook'
] as const;

/** The name of one of {@link CAUSES}. */
export type CauseName = (typeof CAUSES)[number];

const NAMES: ReadonlySet<string> = new Set(CAUSES);

/** Whether a text, such as one of an output of another version, names a cause that is known here. */
export function isCause(name: string): name is CauseName {
  return NAMES.has(name);
}
