import { ANONYMOUS } from '../../model/profile/frameNames';
import { DEOPT_CATEGORY, DEOPT_LIMITS, type DeoptRow, deoptsOf } from '../../facts/deopts';
import { InstantScope, type InstantTable } from '../../model/profile/profile';
import type { Contribution, ContributionContext } from '../../record/build/contribution';
import { displayFile } from '../v8/scripts/frameClassifier';
import type { SourceLine, SourceMapper } from '../v8/scripts/sourceMapper';
import type { TracedDeopt } from './parseDeopts';

/** Moments in the timeline at most; the rows count all. */
const MAX_INSTANTS = 10_000;

/** The sources of places and times. */
export interface DeoptPlaces {
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** When the trace had so many bytes, nanoseconds from the origin; asked in ascending order. */
  readonly timeOf: (endByte: number) => number;
}

/** The number of deoptimizations, and the parts of a profile that have them. */
export interface ContributedDeopts {
  readonly records: number;
  readonly tables: Pick<Contribution, 'facts' | 'instants'>;
}

/** The deoptimizations of a trace but those of the profiler and the kernel, at the places that the user wrote. */
export function contributeDeopts(
  deopts: readonly TracedDeopt[],
  context: Pick<ContributionContext, 'label' | 'mainTrack'>,
  places: DeoptPlaces
): ContributedDeopts {
  const rows = deopts
    .filter(({ file }) => !places.mapper.isInternal(file))
    .map(deopt => rowOf(deopt, places));
  const table = deoptsOf(rows);
  return {
    records: rows.length,
    tables: { facts: { deopts: table }, instants: instantsOf(rows, context) }
  };
}

function rowOf(deopt: TracedDeopt, { mapper, folder, timeOf }: DeoptPlaces): DeoptRow {
  const { kind, reason, file: script, line, column, endByte } = deopt;
  const isMapped = line > 0 && mapper.known(script);
  const source: SourceLine | null = isMapped ? mapper.mapPosition(script, line, column) : { line };
  const file = displayFile(source?.file ?? mapper.sourceFile(script), folder);
  const timeNs = timeOf(endByte);
  return {
    function: deopt.function || ANONYMOUS,
    file: file.slice(0, DEOPT_LIMITS.file),
    line: Math.max(0, source?.line ?? 0),
    ...{ kind, reason, count: 1, firstNs: timeNs, lastNs: timeNs }
  };
}

/** The first moments; of names there are no more than rows. */
function instantsOf(
  rows: readonly DeoptRow[],
  { label, mainTrack }: Pick<ContributionContext, 'label' | 'mainTrack'>
): InstantTable {
  const labels = new Map<string, number>();
  const kept: { readonly time: number; readonly label: number }[] = [];
  for (const row of rows.slice(0, MAX_INSTANTS)) {
    const name = `${row.function}: ${row.reason}`;
    const known = labels.get(name);
    if (known === undefined && labels.size === DEOPT_LIMITS.rows) continue;
    const index = known ?? label(name, DEOPT_CATEGORY);
    labels.set(name, index);
    kept.push({ time: row.firstNs, label: index });
  }
  return {
    length: kept.length,
    time: Float64Array.from(kept, ({ time }) => time),
    label: Uint32Array.from(kept, each => each.label),
    track: new Uint16Array(kept.length).fill(mainTrack),
    scope: new Uint8Array(kept.length).fill(InstantScope.thread)
  };
}
