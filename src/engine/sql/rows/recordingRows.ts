import { CELL_CATEGORY } from '../../../model/profile/categories';
import { knownTime } from '../../../model/profile/unrecordedMeta';
import { InstantScope, type Profile } from '../../../model/profile/profile';
import { type RowTable, column } from './rowTable';

export function profileRows({ meta, sources }: Profile): RowTable {
  return {
    length: 1,
    columns: {
      name: column('VARCHAR', () => meta.name),
      id: column('VARCHAR', () => meta.id),
      status: column('VARCHAR', () => meta.status),
      started_at_ms: column('DOUBLE', () => meta.startedAtMs),
      dur_ns: column('DOUBLE', () => meta.durationNs),
      cpu_ns: column('DOUBLE', () => knownTime({ meta, sources }, 'cpuTimeNs') ?? -1),
      host: column('VARCHAR', () => meta.host),
      pid: column('DOUBLE', () => meta.pid),
      runtime: column('VARCHAR', () => meta.runtime)
    }
  };
}

interface RecordedCell {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}

/** The cells of a profile of a whole notebook, or else the one that was profiled. */
export function cellRows(profile: Profile): RowTable {
  const cells = cellsOf(profile);
  return {
    length: cells.length,
    columns: {
      cell: column('INTEGER', row =>
        Number(/^Cell \[(\d{1,9})\]/.exec(cells[row].name)?.[1] ?? -1)
      ),
      name: column('VARCHAR', row => cells[row].name),
      ts_ns: column('DOUBLE', row => cells[row].start),
      dur_ns: column('DOUBLE', row => cells[row].duration)
    }
  };
}

function cellsOf({ slices, labels, strings, meta }: Profile): readonly RecordedCell[] {
  if (meta.cell !== null) {
    const { file } = meta.cell;
    const name = meta.name === meta.id ? file : `${file} ${meta.name}`;
    return [{ name, start: 0, duration: meta.durationNs }];
  }
  const isCell = Uint8Array.from(labels.category, text => Number(strings[text] === CELL_CATEGORY));
  const cells: RecordedCell[] = [];
  if (!isCell.includes(1)) return cells;
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    if (isCell[label] === 0) continue;
    const name = strings[labels.name[label]];
    cells.push({ name, start: slices.start[row], duration: slices.duration[row] });
  }
  return cells;
}

/** The moments without duration. */
export function instantRows({ instants }: Profile): RowTable {
  const scopes = Object.keys(InstantScope);
  return {
    length: instants.length,
    columns: {
      ts_ns: column('DOUBLE', instants.time),
      label_id: column('INTEGER', instants.label),
      scope: column('VARCHAR', row => scopes[instants.scope[row]]),
      track_id: column('INTEGER', instants.track)
    }
  };
}

/** The arrows between slices. */
export function flowRows({ flows }: Profile): RowTable {
  return {
    length: flows.length,
    columns: {
      from_id: column('INTEGER', flows.from),
      to_id: column('INTEGER', flows.to),
      label_id: column('INTEGER', flows.label)
    }
  };
}
