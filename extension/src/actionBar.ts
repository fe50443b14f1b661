import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { BundleSidecar, ProfileBundle } from 'kernelscope/model';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { element } from './shared/dom';
import { fileStem, saveFile, saveUrl } from './shared/download';
import type { NumberFormats } from './shared/format';
import { sidecarUrl } from './sidecar/sidecarUrl';
import { tableCsv } from './table/csv';

/** What an {@link ActionBar} works with. */
export interface ActionBarOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly resolver: IRenderMime.IResolver | null;
  /** Applies a filter to the tables and returns how many names pass it. */
  readonly onFilter: (text: string) => number;
}

/** The row of controls above the tables: a filter by name, and the downloads. */
export class ActionBar extends Widget {
  readonly #options: ActionBarOptions;
  readonly #filter: HTMLInputElement;
  readonly #csvButton: HTMLButtonElement;
  readonly #profileButton: HTMLButtonElement;
  readonly #message = element('span', { part: 'message', attributes: { role: 'status' } });
  #bundle: ProfileBundle | null = null;

  constructor(options: ActionBarOptions) {
    super();
    const { trans } = options;
    this.#options = options;
    this.#filter = filterInput(trans);
    this.#csvButton = textButton(trans.__('Download CSV'));
    this.#profileButton = textButton('');
    this.addClass('jp-Kernelscope-actions');
    this.node.append(this.#filter, this.#message, this.#csvButton, this.#profileButton);
  }

  /** Offers what another profile has to offer; the filter's text stays. */
  setBundle(bundle: ProfileBundle): void {
    const { trans } = this.#options;
    const hasRows = bundle.sections.some(({ rows }) => rows.length > 0);
    this.#bundle = bundle;
    this.#filter.hidden = !hasRows;
    this.#csvButton.hidden = !hasRows;
    this.#profileButton.textContent = bundle.sidecar
      ? trans.__('Download .kscope')
      : trans.__('Download JSON');
    this.#say('');
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent({ type, currentTarget }: Event): void {
    if (type === 'input') this.#applyFilter();
    else if (currentTarget === this.#csvButton) this.#saveCsv();
    else void this.#saveProfile();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.#filter.addEventListener('input', this);
    for (const button of this.#buttons) button.addEventListener('click', this);
  }

  protected override onAfterDetach(message: Message): void {
    this.#filter.removeEventListener('input', this);
    for (const button of this.#buttons) button.removeEventListener('click', this);
    super.onAfterDetach(message);
  }

  get #buttons(): readonly HTMLButtonElement[] {
    return [this.#csvButton, this.#profileButton];
  }

  #applyFilter(): void {
    const { onFilter, formats, trans } = this.#options;
    const text = this.#filter.value;
    const count = onFilter(text);
    this.#say(
      text.trim() === '' ? '' : trans._n('%2 name', '%2 names', count, formats.count(count))
    );
  }

  #saveCsv(): void {
    if (!this.#bundle) return;
    const { summary, sections } = this.#bundle;
    saveFile({
      name: `${fileStem(summary.name)}.csv`,
      type: 'text/csv;charset=utf-8',
      content: tableCsv(sections)
    });
  }

  async #saveProfile(): Promise<void> {
    const bundle = this.#bundle;
    if (!bundle) return;
    const stem = fileStem(bundle.summary.name);
    if (bundle.sidecar) {
      await this.#saveSidecar(bundle.sidecar, `${stem}.kscope`);
      return;
    }
    const content = JSON.stringify(bundle);
    saveFile({ name: `${stem}.json`, type: 'application/json', content });
  }

  /** Saves the file beside the notebook, once the server has said that it is there. */
  async #saveSidecar(sidecar: BundleSidecar, name: string): Promise<void> {
    const { resolver, trans } = this.#options;
    this.#profileButton.disabled = true;
    try {
      const url = await sidecarUrl(sidecar, resolver);
      const found = url !== null && (await fetch(url, { method: 'HEAD' })).ok;
      if (found) saveUrl(url, name);
      this.#say(found ? '' : trans.__('%1 is not beside the notebook any more.', sidecar.path));
    } catch {
      this.#say(trans.__('%1 could not be fetched from the server.', sidecar.path));
    } finally {
      this.#profileButton.disabled = false;
    }
  }

  #say(text: string): void {
    this.#message.textContent = text;
  }
}

function filterInput(trans: TranslationBundle): HTMLInputElement {
  return element('input', {
    part: 'filter',
    attributes: {
      type: 'search',
      placeholder: trans.__('Filter names'),
      'aria-label': trans.__('Filter names'),
      'data-lm-suppress-shortcuts': 'true'
    }
  });
}

function textButton(text: string): HTMLButtonElement {
  return element('button', { part: 'button', text, attributes: { type: 'button' } });
}
