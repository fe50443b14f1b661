import type { Profile } from '../model/profile';
import type { ChromeRow } from './chromeRows';
import type { ChromeTemplates } from './chromeTemplates';
import type { JsonWriter } from './jsonWriter';
import type { ArgWords } from './kinetoArgs';
import type { SliceDetails } from './sliceDetails';

/** The labels whose slices are not simply complete events named by their label. */
export interface ChromeLabels {
  /** 1 for each label of events, which take a pair of `B` and `E`. */
  readonly isEvent: Uint8Array;
  /** 1 for each label whose slices have titles of their own. */
  readonly isNumbered: Uint8Array;
}

/** What events are written with. */
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
  /** Where each track is shown. */
  readonly rows: readonly ChromeRow[];
}
