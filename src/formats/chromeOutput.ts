import type { Profile } from '../model/profile';
import type { ChromeLabels } from './chromeLabels';
import type { ChromeRow } from './chromeRows';
import type { ChromeTemplates } from './chromeTemplates';
import type { JsonWriter } from './jsonWriter';
import type { SliceDetails } from './sliceDetails';

/** What events are written with. */
export interface ChromeOutput {
  readonly writer: JsonWriter;
  readonly templates: ChromeTemplates;
  readonly details: SliceDetails;
  readonly profile: Profile;
  /** Null when no label is special. */
  readonly special: ChromeLabels | null;
  /** Where each track is shown. */
  readonly rows: readonly ChromeRow[];
}
