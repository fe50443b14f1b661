import type { Profile } from '../../model/profile/profile';
import { ITEM_END } from '../shared/text/jsonList';
import { type JsonWriter, quoteText } from '../shared/text/jsonWriter';

/** The context for writing the parts of a speedscope file. */
export interface SpeedscopeOutput {
  readonly writer: JsonWriter;
  readonly profile: Profile;
  /** Frames of the file: those of the profile by their row, and behind them one for each label. */
  readonly firstLabelFrame: number;
  /** The stack that is written for another, see `writtenStacks`. */
  readonly stackFor: (stack: number) => number;
}

/** The head of one of a file's profiles. */
export interface SpeedscopeHead {
  readonly type: 'sampled' | 'evented';
  readonly name: string;
  readonly unit: 'nanoseconds' | 'bytes';
}

/** Opens a profile, which begins at 0; its lists follow. */
export function openProfile({ writer }: SpeedscopeOutput, head: SpeedscopeHead): void {
  const { type, name, unit } = head;
  writer.raw(`{"type":"${type}","name":${quoteText(name)},"unit":"${unit}","startValue":0`);
}

/** Closes a profile that ends at `endValue`, in its unit. */
export function closeProfile({ writer }: SpeedscopeOutput, endValue: number): void {
  writer.raw(`,"endValue":${endValue}}${ITEM_END}`);
}
