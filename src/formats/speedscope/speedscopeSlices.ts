import { ITEM_END, writeList } from '../shared/text/jsonList';
import { visitNested, writeLanes } from '../shared/rows/nestedVisit';
import { type SpeedscopeOutput, closeProfile, openProfile } from './speedscopeOutput';

const utf8 = new TextEncoder();

/** The parts of an event. */
const [OPEN, CLOSE, TIME, END] = [
  ...['{"type":"O","frame":', '{"type":"C","frame":', ',"at":', `}${ITEM_END}`]
].map(text => utf8.encode(text));

/**
 * Writes the slices in `rows`, ordered by start, as events of one profile. What partly overlaps the
 * slice it begins in is put into further profiles.
 */
export function writeTrackSlices(output: SpeedscopeOutput, name: string, rows: Uint32Array): void {
  writeLanes(output.profile.slices, rows, (lane, extra) =>
    lane.length === 0
      ? []
      : writeEvents(output, extra === 0 ? name : `${name} (overlapping ${extra})`, lane)
  );
}

/** Writes one profile and returns the rows that have to go into another. */
function writeEvents(output: SpeedscopeOutput, name: string, rows: Uint32Array): number[] {
  const { writer, profile, firstLabelFrame } = output;
  const { slices } = profile;
  const postponed: number[] = [];
  let last = 0;
  // hot
  const write = (head: Uint8Array, row: number, at: number): void => {
    writer.put(head);
    writer.putWhole(firstLabelFrame + slices.label[row]);
    writer.put(TIME);
    writer.putWhole(at);
    writer.put(END);
    last = at;
  };
  openProfile(output, { type: 'evented', name, unit: 'nanoseconds' });
  writer.raw(',"events":');
  writeList(writer, () =>
    visitNested(slices, rows, {
      open: (row, begin) => write(OPEN, row, begin),
      close: (row, end) => write(CLOSE, row, end),
      skip: row => postponed.push(row)
    })
  );
  closeProfile(output, Math.max(last, Math.round(profile.meta.durationNs)));
  return postponed;
}
