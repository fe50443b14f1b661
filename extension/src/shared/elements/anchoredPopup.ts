import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';

/** The place of an {@link AnchoredPopup}. */
export interface PopupPlace {
  readonly label: string;
  /** The button that opened it, below which it stands; it gets the focus back. */
  readonly anchor: HTMLElement;
  /** The item that gets the focus first; none if a pointer opened the popup. */
  readonly focus: 'first' | 'last' | 'none';
}

/** The events that close a popup, wherever they happen on the page. */
const DISMISSING = ['pointerdown', 'scroll', 'resize', 'blur'] as const;

/** Space between the popup and the edge of the page, pixels. */
const MARGIN_PX = 4;

/**
 * A popup that a button opens. It is attached to the page itself, so that no output clips it and no shortcut of the
 * notebook sees its keys. It is disposed of when it closes.
 */
export abstract class AnchoredPopup extends Widget {
  protected constructor(
    node: HTMLElement,
    protected readonly place: PopupPlace,
    private readonly events: readonly string[]
  ) {
    super({ node });
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (this.events.includes(event.type)) this.act(event);
    else if (this.#dismisses(event)) this.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    for (const type of this.events) this.node.addEventListener(type, this);
    for (const type of DISMISSING) window.addEventListener(type, this, true);
    this.#stand();
  }

  protected override onBeforeDetach(message: Message): void {
    for (const type of this.events) this.node.removeEventListener(type, this);
    for (const type of DISMISSING) window.removeEventListener(type, this, true);
    super.onBeforeDetach(message);
  }

  /** Does what one of the events means that happened in the popup. */
  protected abstract act(event: Event): void;

  protected closeToAnchor(): void {
    this.dispose();
    this.place.anchor.focus();
  }

  /** Whether an event on the page closes the popup: of scrolling, what moves the button. */
  #dismisses({ type, target }: Event): boolean {
    if (type !== 'scroll') return !this.#isInside(target);
    return target instanceof Node && target.contains(this.place.anchor);
  }

  /** The button counts as inside: pressing it again closes the popup by itself. */
  #isInside(target: EventTarget | null): boolean {
    const nodes = [this.node, this.place.anchor];
    return target instanceof Node && nodes.some(node => node.contains(target));
  }

  /** Below the button and flush with its left edge, or above it where there is more room. */
  #stand(): void {
    const anchor = this.place.anchor.getBoundingClientRect();
    const { width, height } = this.node.getBoundingClientRect();
    const page = document.documentElement;
    const left = Math.min(anchor.left, page.clientWidth - width - MARGIN_PX);
    const below = anchor.bottom + MARGIN_PX / 2;
    const fitsBelow = below + height <= page.clientHeight;
    const top = fitsBelow ? below : anchor.top - height - MARGIN_PX / 2;
    this.node.style.left = `${Math.max(MARGIN_PX, left)}px`;
    this.node.style.top = `${Math.max(MARGIN_PX, top)}px`;
  }
}
