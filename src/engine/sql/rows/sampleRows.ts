import { FrameKind, type Profile } from '../../../model/profile/profile';
import { ROW_NUMBERS, type RowTable, type RowValues, column, computed, texts } from './rowTable';

/** Frames that the text of a stack has at most. */
const MAX_FRAMES = 256;

/** The samples of call stacks. */
export function sampleRows({ samples }: Profile): RowTable {
  return {
    length: samples.length,
    columns: {
      id: ROW_NUMBERS,
      ts_ns: column('DOUBLE', samples.time),
      weight_ns: column('DOUBLE', samples.weight),
      stack_id: column('INTEGER', samples.stack),
      track_id: column('INTEGER', samples.track)
    }
  };
}

/** The call stacks. */
export function stackRows(profile: Profile): RowTable {
  const { stacks, frames, strings } = profile;
  const kinds = Object.keys(FrameKind);
  return {
    length: stacks.length,
    columns: {
      id: ROW_NUMBERS,
      parent_id: column('INTEGER', stacks.prefix),
      depth: computed('INTEGER', () => depthsOf(stacks.prefix)),
      name: column('VARCHAR', row => strings[frames.name[stacks.frame[row]]]),
      file: column('VARCHAR', row => strings[frames.file[stacks.frame[row]]]),
      line: column('DOUBLE', row => stacks.line[row] || frames.line[stacks.frame[row]]),
      kind: column('VARCHAR', row => kinds[frames.kind[stacks.frame[row]]]),
      is_awaited: column('BOOLEAN', row => stacks.isAwaited[row] === 1),
      frames: computed('VARCHAR', () => framesOf(profile))
    }
  };
}

/** The sampled time of lines. */
export function lineRows({ lineTotals, strings }: Profile): RowTable {
  return {
    length: lineTotals.length,
    columns: {
      file: texts(strings, lineTotals.file),
      line: column('DOUBLE', lineTotals.line),
      self_ns: column('DOUBLE', lineTotals.self),
      total_ns: column('DOUBLE', lineTotals.total),
      own_ns: column('DOUBLE', lineTotals.own)
    }
  };
}

function depthsOf(prefix: Int32Array): Int32Array {
  const depths = new Int32Array(prefix.length);
  for (let row = 0; row < prefix.length; row++) {
    if (prefix[row] >= 0) depths[row] = depths[prefix[row]] + 1;
  }
  return depths;
}

function framesOf({ stacks, frames, strings }: Profile): RowValues {
  return row => {
    const names: string[] = [];
    for (let at = row; at >= 0 && names.length < MAX_FRAMES; at = stacks.prefix[at]) {
      names.push(strings[frames.name[stacks.frame[at]]]);
    }
    return names.reverse().join(';');
  };
}
