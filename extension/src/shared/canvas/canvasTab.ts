import type { TimeWindow } from 'kernelscope/analysis';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { CanvasStage } from './canvasStage';
import type { Description, Fact } from '../content/description';
import type { ProfileContent, ProfileTab, TabOptions } from '../content/profileTab';
import type { Selection } from '../content/selection';
import { element } from 'kernelscope/web';
import { PageWatch } from '../elements/pageWatch';
import { StoreLink } from '../elements/storeLink';

/** The parts in which one {@link CanvasTab} differs from another. */
export interface CanvasTabOptions<Stage> extends TabOptions {
  /** Prefix of the parts' classes. */
  readonly name: string;
  readonly stage: Stage;
  /** The role of the canvas in words, for a screen reader. */
  readonly roleDescription: string;
  /** The keys of the canvas, as `aria-keyshortcuts` lists them. */
  readonly keys: string;
  /** The replacement for contents without anything to draw. */
  readonly empty: HTMLElement;
}

/**
 * A view that is drawn on a canvas with a tooltip, keys and a live region, and shares window and
 * selection with the other views. Draws only while it is shown.
 */
export abstract class CanvasTab<Stage extends CanvasStage<unknown>>
  extends Widget
  implements ProfileTab
{
  protected readonly stage: Stage;
  protected readonly link: StoreLink;
  /** Sentences about the numbers on show; hidden while empty. */
  protected readonly note: HTMLElement;
  /** Tells a screen reader what was picked. */
  protected readonly live: HTMLElement;
  /** Everything that is hidden while there is nothing to draw. */
  protected readonly body: HTMLElement;
  readonly #empty: HTMLElement;
  readonly #tooltip = new Tooltip();
  readonly #watch: PageWatch;

  protected constructor(options: CanvasTabOptions<Stage>) {
    super();
    const { name, stage, store, empty } = options;
    this.stage = stage;
    this.#empty = empty;
    this.note = element('p', { part: `${name}Note`, attributes: { hidden: '' } });
    this.live = element('div', { part: 'canvasLive', attributes: { 'aria-live': 'polite' } });
    this.body = element('div', { part: `${name}Body` });
    this.link = new StoreLink(store, {
      zoomed: window => this.onZoomed(window),
      selected: selection => this.onSelected(selection),
      rested: () => this.onRested()
    });
    this.#watch = new PageWatch(stage.scroller, {
      resized: () => stage.arrange(),
      rethemed: () => stage.retheme()
    });
    this.addClass(`jp-Kernelscope-${name}`);
    this.addClass('jp-Kernelscope-canvasTab');
    this.node.dataset.lmSuppressShortcuts = 'true';
    prepareCanvas(options);
    stage.node.append(this.#tooltip.node);
    this.body.hidden = true;
    this.#empty.hidden = true;
    this.node.append(this.body, this.#empty, this.live);
  }

  abstract setContent(content: ProfileContent): void;

  /** Draws what is on show, now; the next frame of the screen has it in any case. */
  renderNow(): void {
    this.stage.renderNow();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.link.dispose();
    this.#watch.dispose();
    this.stage.dispose();
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    const { canvas, node } = this.stage;
    if (!(event instanceof KeyboardEvent)) {
      const isOnStage = event.target instanceof Node && node.contains(event.target);
      this.toggleClass('jp-mod-focused', event.type === 'focusin' && isOnStage);
      return;
    }
    if (event.target !== canvas || !this.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key on the canvas does; false for keys that are left to the page. */
  protected abstract onKey(event: KeyboardEvent): boolean;

  /** Another view chose a window, or all of the time. */
  protected abstract onZoomed(window: TimeWindow | null): void;

  protected abstract onSelected(selection: Selection): void;

  /** The window that this view sent came to rest. */
  protected onRested(): void {
    // Most views send no window.
  }

  /** Shows the body, or what stands in its place where there is nothing to draw. */
  protected showEmptiness(isEmpty: boolean): void {
    this.body.hidden = isEmpty;
    this.#empty.hidden = !isEmpty;
    this.hideTooltip();
  }

  protected showNote(text: string): void {
    this.note.textContent = text;
    this.note.hidden = text === '';
  }

  /** Describes what is at a place of the page, CSS pixels of the viewport. */
  protected showTooltip(description: Description, clientX: number, clientY: number): void {
    const { left, top } = this.stage.node.getBoundingClientRect();
    this.#tooltip.show(description, clientX - left, clientY - top);
  }

  protected hideTooltip(): void {
    this.#tooltip.hide();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this);
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch.start();
    this.stage.setActive(this.isVisible);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.stage.retheme();
    this.stage.setActive(this.isVisible);
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this.hideTooltip();
    this.stage.setActive(false);
  }

  protected override onResize(message: Widget.ResizeMessage): void {
    super.onResize(message);
    this.stage.arrange();
  }

  protected override onBeforeDetach(message: Message): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#watch.stop();
    this.stage.setActive(false);
    super.onBeforeDetach(message);
  }
}

function prepareCanvas({
  stage: { canvas },
  roleDescription,
  keys
}: CanvasTabOptions<CanvasStage<unknown>>): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', roleDescription);
  canvas.setAttribute('aria-keyshortcuts', keys);
}

const EVENTS = ['keydown', 'focusin', 'focusout'] as const;

/** Distance from the pointer, CSS pixels. */
const OFFSET_PX = 14;

/** A box beside the pointer, within its parent. The same is told by key, so it is not announced. */
class Tooltip {
  readonly node = element('div', {
    part: 'tooltip',
    attributes: { 'aria-hidden': 'true', hidden: '' }
  });

  /** Shows a description near (`x`, `y`), pixels within the parent of {@link node}. */
  show({ title, facts }: Description, x: number, y: number): void {
    this.node.replaceChildren(
      element('p', { part: 'tooltipTitle', text: title }),
      ...facts.map(factNode)
    );
    this.node.hidden = false;
    const room = this.node.parentElement;
    if (room === null) return;
    const { offsetWidth, offsetHeight } = this.node;
    const right = x + OFFSET_PX;
    const left = right + offsetWidth <= room.clientWidth ? right : x - OFFSET_PX - offsetWidth;
    const below = y + OFFSET_PX;
    const top = below + offsetHeight <= room.clientHeight ? below : y - OFFSET_PX - offsetHeight;
    const x0 = Math.max(0, left);
    const y0 = Math.max(0, top);
    this.node.style.transform = `translate(${x0}px, ${y0}px)`;
  }

  hide(): void {
    this.node.hidden = true;
  }
}

function factNode({ label, value, isSentence = false }: Fact): HTMLElement {
  if (isSentence) return element('p', { part: 'tooltipSentence', text: value });
  return element('p', { part: 'tooltipFact' }, [
    element('span', { part: 'tooltipLabel', text: label }),
    element('span', { part: 'tooltipValue', text: value })
  ]);
}
