import type { Profile } from '../../model/profile/profile';
import type { ChromeRow } from './chromeRows';
import type { ChromeTemplates } from './chromeTemplates';
import type { JsonWriter } from '../shared/text/jsonWriter';
import type { ArgWords } from './kinetoArgs';
import type { SliceDetails } from '../shared/rows/sliceDetails';

/** Whether slices are pairs of `B` and `E`, or of `b` and `e`, rather than complete events. */
export const Pairing = {
  none: 0,
  /** On a thread, where readers can tell the order of both. */
  whereClear: 1,
  /** Always: on a lane if the order is ambiguous on the thread. */
  always: 2
} as const;

/** The labels whose slices are not simply complete events named by their label. */
export interface ChromeLabels {
  /** For each label a value of {@link Pairing}. */
  readonly pairing: Uint8Array;
  /** 1 for each label whose slices have their own titles. */
  readonly isNumbered: Uint8Array;
}

/** The context for writing events. */
export interface ChromeOutput {
  readonly writer: JsonWriter;
  readonly templates: ChromeTemplates;
  /** Of events that end a slice. */
  readonly endTemplates: ChromeTemplates;
  readonly details: SliceDetails;
  readonly profile: Profile;
  /** Null when no label is special. */
  readonly special: ChromeLabels | null;
  /** Null where arguments have the keys of the profile. */
  readonly argWords: ArgWords | null;
  /** The number of each flow, counted from 1 within its category. */
  readonly flowIds: Uint32Array;
  /** The row of each track. */
  readonly rows: readonly ChromeRow[];
}
