import { NS_PER_S } from '../../base/time';
import { CALL_STACK_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { type OperatorWork, operatorWork } from '../gpu/operatorWork';
import { selfTimesOf } from '../slices/selfTimes';
import { type OperatorRow, operatorRows } from './operatorRows';
import type { ProfiledOperator, RunTime } from './operatorRecord';
import { COPY_TYPE } from './selectRecords';

/** The operators of a profile, and what their times on a device are times of. */
export interface ProfileOperators {
  readonly operators: readonly ProfiledOperator[];
  /** `gpu` where the profile has work of one, else the operators' own time on the CPU. */
  readonly device: 'cpu' | 'gpu';
  /** The kind of rows: operators, or every slice of a profile without operators. */
  readonly of: 'operators' | 'slices';
}

/**
 * Each run of an operator with its times, in order of start. Time on the host is its own CPU time,
 * without operators within it. Time on a GPU is that of the work it started there; work that no
 * operator started has its own rows. For a profile without operators and GPU work, all slices.
 */
export function profileOperators(profile: Profile): ProfileOperators {
  const known = operatorRows(profile);
  const gpu = operatorWork(profile, marks(profile, known));
  const isOfSlices = known.length === 0 && gpu === null;
  const rows = isOfSlices ? sliceRows(profile) : known;
  const isRow = marks(profile, rows);
  const selfNs = selfTimesOf(profile, slice => isRow[slice] === 1);
  const operators = rows.map(row => operatorOf(row, selfNs, gpu));
  return {
    operators: [...operators, ...(gpu?.strayWork.map(slice => workOf(profile, slice)) ?? [])],
    device: gpu === null ? 'cpu' : 'gpu',
    of: isOfSlices ? 'slices' : 'operators'
  };
}

function marks({ slices }: Profile, rows: readonly Pick<OperatorRow, 'slice'>[]): Uint8Array {
  const marked = new Uint8Array(slices.length);
  for (const { slice } of rows) marked[slice] = 1;
  return marked;
}

const NOWHERE: readonly RunTime[] = [];

function operatorOf(
  row: SlicedOperator,
  selfNs: Float64Array,
  gpu: OperatorWork | null
): ProfiledOperator {
  const { name, type, slice, inShapes = null, outShapes = null, inTypes = null } = row;
  const host = [{ endS: selfNs[slice] / NS_PER_S, kernS: null }];
  return {
    name,
    type,
    id: String(slice),
    host,
    device: gpu === null ? host : deviceRuns(gpu, slice),
    computation: row.flops ?? null,
    memory: row.bytes ?? null,
    inShapes: inShapes ?? 'unknown',
    inLayouts: null,
    outShapes: outShapes ?? 'unknown',
    inTypes: inTypes ?? inShapes?.map(() => null) ?? []
  };
}

function deviceRuns({ selfNs, waitNs }: OperatorWork, slice: number): readonly RunTime[] {
  if (waitNs[slice] === Infinity) return NOWHERE;
  return [{ endS: selfNs[slice] / NS_PER_S, kernS: waitNs[slice] / NS_PER_S }];
}

/** A slice as a row; facts that only operators have are absent for others. */
type SlicedOperator = Pick<OperatorRow, 'slice' | 'name' | 'type'> & Partial<OperatorRow>;

function sliceRows({ slices, labels, strings }: Profile): SlicedOperator[] {
  const rows: SlicedOperator[] = [];
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    const category = strings[labels.category[label]];
    const name = strings[labels.name[label]];
    if (category === CALL_STACK_CATEGORY) continue;
    rows.push({ slice: row as OperatorRow['slice'], name, type: category || name });
  }
  return rows;
}

/** GPU work as a separate row; copies have a type of their own. */
function workOf({ slices, labels, strings }: Profile, slice: number): ProfiledOperator {
  const label = slices.label[slice];
  const category = strings[labels.category[label]];
  return {
    name: strings[labels.name[label]],
    type: WORK_TYPES.get(category) ?? category,
    id: String(slice),
    host: NOWHERE,
    device: [{ endS: slices.duration[slice] / NS_PER_S, kernS: null }],
    computation: null,
    memory: null,
    inShapes: 'unknown',
    inLayouts: null,
    outShapes: 'unknown',
    inTypes: []
  };
}

/** Types of work by category; kernels and fills have theirs. */
const WORK_TYPES: ReadonlyMap<string, string> = new Map([['gpu_memcpy', COPY_TYPE]]);
