import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { ProfileBundle } from 'kernelscope/model';
import { validateBundle } from 'kernelscope/model';
import { Panel, Widget } from '@lumino/widgets';
import { ActionBar } from './actionBar';
import { noticesOf } from './notices';
import type { NumberFormats } from './shared/format';
import { createNumberFormats } from './shared/format';
import { isLargerThan } from './shared/jsonSize';
import { failureNode, noticeList, oversizeNode, summaryList } from './statusNodes';
import { summaryItems } from './summary';
import { TablePanel } from './tablePanel';

/** What a {@link ProfileView} needs from the application. */
export interface ProfileViewOptions {
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
  /** Finds the file beside the notebook; null outside a notebook. */
  readonly resolver: IRenderMime.IResolver | null;
}

/**
 * One profile: summary line, notices, downloads and tables; or the sentence that says why there is
 * nothing to show. Data is checked first, and reaches the page as text only.
 */
export class ProfileView extends Panel {
  readonly #trans: TranslationBundle;
  readonly #formats: NumberFormats;
  readonly #status = new Widget();
  readonly #actions: ActionBar;
  readonly #tables: TablePanel;

  constructor({ trans, language, resolver }: ProfileViewOptions) {
    super();
    this.#trans = trans;
    this.#formats = createNumberFormats(language);
    this.#tables = new TablePanel({ trans, formats: this.#formats });
    const onFilter = (text: string): number => this.#tables.setFilter(text);
    this.#actions = new ActionBar({ trans, resolver, formats: this.#formats, onFilter });
    this.#status.addClass('jp-Kernelscope-status');
    this.node.setAttribute('role', 'group');
    for (const widget of [this.#status, this.#actions, this.#tables]) this.addWidget(widget);
  }

  /** Shows `data` as it came from the notebook; beyond `limit` characters only when asked to. */
  setData(data: unknown, limit: number): void {
    if (isLargerThan(data, limit)) {
      const onShow = (): void => this.#showNow(data);
      this.#showOnly(oversizeNode({ limit, onShow, formats: this.#formats, trans: this.#trans }));
    } else {
      this.#showNow(data);
    }
  }

  #showNow(data: unknown): void {
    try {
      this.#showBundle(validateBundle(data));
    } catch (error) {
      this.#showOnly(failureNode(error, this.#trans));
    }
  }

  #showBundle(bundle: ProfileBundle): void {
    const trans = this.#trans;
    this.node.setAttribute('aria-label', trans.__('Profile %1', bundle.summary.name));
    this.#status.node.replaceChildren(
      summaryList(summaryItems(bundle, this.#formats, trans), trans),
      noticeList(noticesOf(bundle, this.#formats, trans))
    );
    this.#actions.setBundle(bundle);
    this.#tables.setBundle(bundle);
    this.#actions.show();
    this.#tables.show();
  }

  /** Puts one message in place of a profile. */
  #showOnly(message: HTMLElement): void {
    this.node.setAttribute('aria-label', this.#trans.__('Profile'));
    this.#status.node.replaceChildren(message);
    this.#actions.hide();
    this.#tables.hide();
  }
}
