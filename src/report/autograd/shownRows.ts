import type { AnyEvent } from '../../analysis/events/averages';

/** The selection of the sorted rows for a table. */
export interface RowChoice {
  /** Rows at most; -1: all. */
  readonly rowLimit: number;
  /** Leaves out events inside other events. */
  readonly topLevelEventsOnly: boolean;
}

/** The events of the rows that a table shows, in the order of `rows`. */
export function shownRows(
  events: readonly AnyEvent[],
  rows: Uint32Array,
  { rowLimit, topLevelEventsOnly }: RowChoice
): readonly AnyEvent[] {
  const shown: AnyEvent[] = [];
  for (let at = 0; at < rows.length && shown.length !== rowLimit; at++) {
    const event = events[rows[at]];
    if (!topLevelEventsOnly || event.cpuParent === null) shown.push(event);
  }
  return shown;
}
