import { gzipSync } from 'node:zlib';
import { EventOptionError } from '../events/eventErrors';
import type { FunctionEvent } from '../events/functionEvent';
import { joinWords, shown } from '../../../base/text';
import { encodeAutogradTrace } from './autogradTrace';
import { chromeTraceLosses } from '../../../formats/chrome/losses';
import { encodeKinetoTrace } from '../../../formats/chrome/kinetoTrace';
import type { Profile } from '../../../model/profile/profile';
import { TABLE_LAYOUTS, type TableLayout, readOptionNames } from '../report/tableOptions';
import { writeFileAtomically } from '../../../engine/files/atomicWrite';
import type { SavedFile } from '../../../engine/files/exportProfile';
import { profileOfEvents } from './profileOfEvents';

/** Options for the layout of a Chrome trace. */
export interface EventTraceOptions {
  /** `autograd`: as the first autograd profiler wrote it. */
  readonly layout?: TableLayout | null;
}

/** Events and the profile that they are all events of, if there is one. */
export interface TracedEvents {
  readonly events: readonly FunctionEvent[];
  readonly profile: Profile | null;
}

/** The bytes of a trace, and the parts of the profile it leaves out. */
export interface EncodedTrace {
  readonly bytes: Uint8Array;
  readonly losses: readonly string[];
}

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

/** Writes a Chrome trace; see `EventList.exportChromeTrace`. */
export function saveEventTrace(
  path: string,
  traced: TracedEvents,
  options: EventTraceOptions
): SavedFile {
  return saveTrace(path, encodeTrace(traced, traceLayout(options)));
}

/** Writes an encoded trace, gzipped where `path` ends in `.gz`. @throws OutputFileError */
export function saveTrace(path: string, { bytes, losses }: EncodedTrace): SavedFile {
  const written = String(path).endsWith('.gz') ? gzipSync(bytes, FAST) : bytes;
  writeFileAtomically(path, written);
  return { path, sizeBytes: written.length, losses };
}

/** The layout that options ask for. @throws EventOptionError for unknown options and layouts */
export function traceLayout(options: EventTraceOptions): TableLayout {
  readOptionNames('exportChromeTrace', options, ['layout']);
  const layout = options.layout ?? 'default';
  if (TABLE_LAYOUTS.includes(layout)) return layout;
  throw new EventOptionError(`layout must be ${joinWords(TABLE_LAYOUTS)}, got ${shown(layout)}`);
}

function encodeTrace({ events, profile }: TracedEvents, layout: TableLayout): EncodedTrace {
  if (layout === 'autograd') return { bytes: encodeAutogradTrace(events), losses: [] };
  const encoded = profile ?? profileOfEvents(events);
  return { bytes: encodeKinetoTrace(encoded), losses: chromeTraceLosses(encoded) };
}
