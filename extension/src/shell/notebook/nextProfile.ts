import { Notification } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { type TranslationBundle, ON_THE_PAGE } from '../../shared/content/application';
import type { NotebookProfiles } from './notebookProfiles';

/** Makes the next cell with a profile the active one; after the last comes the first. */
export async function goToNextProfile(
  { content }: NotebookPanel,
  profiles: NotebookProfiles | null,
  trans: TranslationBundle
): Promise<void> {
  const profiled = new Set<object>(profiles?.list().map(({ cell }) => cell));
  const places = content.widgets.flatMap(({ model }, at) => (profiled.has(model) ? [at] : []));
  const next = places.find(place => place > content.activeCellIndex) ?? places[0];
  if (next === undefined) {
    Notification.info(trans.__('No cell of this notebook has a profile.'), ON_THE_PAGE);
    return;
  }
  content.deselectAll();
  content.activeCellIndex = next;
  await content.scrollToItem(next);
  content.activate();
}
