import type { TranslationBundle } from '../../shared/content/application';
import type { ProfileBundle } from 'kernelscope/model';
import { Widget } from '@lumino/widgets';
import { NOTICE_MARKS, type Notice } from '../application/notices';
import { clipText, element } from 'kernelscope/web';
import type { NumberFormats } from '../../shared/content/format';
import { heldSlices } from '../../shared/content/heldSlices';
import type { LoadState, ProfileSource } from './profileSource';

/** The dependencies of {@link SidecarNotice}. */
export interface SidecarNoticeOptions {
  readonly bundle: ProfileBundle;
  readonly source: ProfileSource;
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** The look of the notice in one state. */
interface Face {
  readonly level: Notice['level'];
  readonly text: string;
  /** The label of the button, or null if there is nothing to press. */
  readonly button: string | null;
  /** How far the load is, 0 … 1; null where nothing is under way. */
  readonly progress: { readonly ratio: number | null; readonly text: string } | null;
}

/**
 * Shows that an output has only a part of the slices, and offers to load the rest from the file beside
 * the notebook, and tells how that goes. The button stays one and the same, so focus does too.
 */
export class SidecarNotice extends Widget {
  readonly #options: SidecarNoticeOptions;
  readonly #mark = element('span', { part: 'noticeMark', attributes: { 'aria-hidden': 'true' } });
  readonly #text = element('span', {
    part: 'noticeText',
    attributes: { role: 'status', dir: 'auto' }
  });
  readonly #bar: HTMLElement;
  readonly #barText = element('span', {
    part: 'progressText',
    attributes: { 'aria-hidden': 'true' }
  });
  readonly #button = element('button', { part: 'button', attributes: { type: 'button' } });

  constructor(options: SidecarNoticeOptions) {
    super();
    this.#options = options;
    const label = options.trans.__('Loading the whole profile');
    this.#bar = element('div', {
      part: 'progress',
      attributes: {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100
      }
    });
    this.#bar.append(element('div', { part: 'progressBar' }));
    this.addClass('jp-Kernelscope-notice');
    this.addClass('jp-Kernelscope-sidecar');
    this.node.append(this.#mark, this.#text, this.#bar, this.#barText, this.#button);
    this.#button.title = clipText(options.bundle.sidecar?.path ?? '');
    this.#button.addEventListener('click', () => this.#press());
    options.source.loadChanged.connect(this.#update, this);
    this.#update();
  }

  #press(): void {
    const { source } = this.#options;
    if (isUnderWay(source.load)) source.cancel();
    // How it went is in the source's state, which this notice follows.
    else source.loadWhole().catch(() => undefined);
  }

  #update(): void {
    const { level, text, button, progress } = this.#face();
    this.toggleClass('jp-mod-warning', level === 'warning');
    this.toggleClass('jp-mod-info', level === 'info');
    this.#mark.textContent = NOTICE_MARKS[level];
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#button.hidden = button === null;
    this.#button.textContent = button;
    this.#bar.hidden = this.#barText.hidden = progress === null;
    if (progress) this.#showProgress(progress.ratio, progress.text);
  }

  #showProgress(ratio: number | null, text: string): void {
    this.#bar.classList.toggle('jp-mod-endless', ratio === null);
    this.#bar.style.setProperty('--jp-kernelscope-progress', String(ratio ?? 1));
    this.#bar.setAttribute('aria-valuetext', text);
    if (ratio === null) this.#bar.removeAttribute('aria-valuenow');
    else this.#bar.setAttribute('aria-valuenow', String(Math.round(100 * ratio)));
    this.#barText.textContent = text;
  }

  #face(): Face {
    const { bundle, source, trans, formats } = this.#options;
    const still: Pick<Face, 'level' | 'progress'> = { level: 'warning', progress: null };
    const { load } = source;
    switch (load.type) {
      case 'idle':
        return { ...still, text: partText(this.#options), button: this.#loadLabel() };
      case 'cancelled':
        return {
          ...still,
          text: trans.__('Loading was cancelled. %1', partText(this.#options)),
          button: this.#loadLabel()
        };
      case 'failed':
        return {
          ...still,
          text: load.message,
          button: load.mayRecover ? trans.__('Try again') : null
        };
      case 'loaded': {
        const { slices, droppedSlices } = bundle.summary;
        const count = formats.count(slices - droppedSlices);
        const text = trans.__('The whole profile is shown: all %1 slices.', count);
        return { level: 'info', text, button: null, progress: null };
      }
      default:
        return this.#underWay(load);
    }
  }

  #underWay(load: LoadState): Face {
    const { bundle, trans, formats } = this.#options;
    const sizeBytes = bundle.sidecar?.sizeBytes ?? 0;
    const face = { level: 'info', button: trans.__('Cancel') } as const;
    if (load.type !== 'fetching') {
      const text = trans.__('Reading the whole profile…');
      return { ...face, text, progress: { ratio: null, text: '' } };
    }
    const { receivedBytes } = load;
    return {
      ...face,
      text: trans.__('Loading the whole profile…'),
      progress: {
        ratio: sizeBytes > 0 ? receivedBytes / sizeBytes : 0,
        text: trans.__('%1 of %2', formats.bytes(receivedBytes), formats.bytes(sizeBytes))
      }
    };
  }

  #loadLabel(): string | null {
    const { bundle, source, trans, formats } = this.#options;
    if (!bundle.sidecar || !source.canLoadWhole) return null;
    return trans.__('Load whole profile (%1)', formats.bytes(bundle.sidecar.sizeBytes));
  }
}

const isUnderWay = ({ type }: LoadState): boolean => type === 'fetching' || type === 'decoding';

function partText({ bundle, trans, formats }: SidecarNoticeOptions): string {
  const part = trans.__(
    'This output holds %1; the table counts all of them.',
    heldSlices(bundle.overview.slices, bundle.summary, { formats, trans })
  );
  return bundle.sidecar ? part : trans.__('%1 The others were not stored.', part);
}
