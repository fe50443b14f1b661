import { formatDuration } from '../base/text';
import { UNTRANSLATED } from '../base/translator';
import type { RankDirectory } from '../formats/bundle/crossRankBundle';
import { decodeCrossRank, validateCrossRank } from '../formats/bundle/decodeCrossRank';
import { element } from '../web/element';
import { CrossRankView } from './crossRankView';

/** Ids in the page, as `crossRankDocument` writes them. */
const DATA_ID = 'kernelscope-data';
const VIEW_ID = 'kernelscope-view';

/** Shows the comparison that the page carries; if it cannot, says why above the tables that are there. */
async function showPage(): Promise<void> {
  const place = document.getElementById(VIEW_ID);
  const data = document.getElementById(DATA_ID)?.textContent ?? '';
  if (place === null) return;
  try {
    const content = await decodeCrossRank(validateCrossRank(JSON.parse(data)), inflate);
    const view = new CrossRankView({
      trans: UNTRANSLATED,
      duration: formatDuration,
      profileNode: directory => profileLink(directory, content.folder),
      loadWhole: null
    });
    place.replaceChildren(view.node, view.tables);
    view.setContent(content);
    new ResizeObserver(() => view.arrange()).observe(place);
    const isDark = matchMedia('(prefers-color-scheme: dark)');
    isDark.addEventListener('change', () => view.retheme());
  } catch (error) {
    const text = `The heat map cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    place.prepend(element('p', { text, attributes: { role: 'alert' } }));
  }
}

/** The data is of the one who wrote the script beside it, so its sizes are believed. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const raw = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(raw).arrayBuffer());
}

/** Leads to the directory of a cycle, which lies beside the page. */
function profileLink([, , cycle, directory]: RankDirectory, folder: string | null): HTMLElement {
  const parts = [...(folder ?? '').split('/'), ...directory.split('/')].filter(part => part !== '');
  const href = `./${parts.map(encodeURIComponent).join('/')}/`;
  return element('a', {
    part: 'ranksLink',
    text: `Files of cycle ${cycle}`,
    attributes: { href, title: directory }
  });
}

void showPage();
