import { IMPORT_LIMITS } from '../../shared/imported/importLimits';
import type { ImportedTrace } from '../../shared/imported/importedTrace';
import { clipText } from '../../shared/text/clipText';
import { finiteOf, smallObject, textOf } from './boundedJson';
import type { ChromeEvent } from './chromeEvent';
import type { ChromePlaces } from './chromePlaces';

/** Applies a metadata event: names and ranks of processes and threads. */
export function readMetadata(
  bytes: Uint8Array,
  event: ChromeEvent,
  places: ChromePlaces,
  { texts, rows }: ImportedTrace
): void {
  const args = smallObject(bytes, event.argsFrom, event.argsTo);
  if (args === null) return;
  const name = clipText(textOf(args, 'name') ?? '', IMPORT_LIMITS.textLength);
  const rank = finiteOf(args, 'sort_index');
  switch (texts.at(event.name)) {
    case 'process_name':
      if (name !== '') rows.all[places.process(event.pid)].name = name;
      return;
    case 'thread_name':
      if (name !== '') rows.all[places.thread(event)].name = name;
      return;
    case 'process_sort_index':
      if (rank !== null) rows.all[places.process(event.pid)].rank = rank;
      return;
    case 'thread_sort_index':
      if (rank !== null) rows.all[places.thread(event)].rank = rank;
      return;
    case 'process_labels':
      places.label(event.pid, textOf(args, 'labels') ?? '');
      return;
    default:
  }
}
