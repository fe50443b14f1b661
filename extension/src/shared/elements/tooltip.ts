import type { Description, Fact } from '../content/description';
import { element } from 'kernelscope/web';

/** Distance from the pointer, CSS pixels. */
const OFFSET_PX = 14;

/** A box beside the pointer, within its parent. The same is told by key, so it is not announced. */
export class Tooltip {
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
