import { element } from '../elements/element';
import type { RankFact } from './rankWords';

/** Distance from the pointer, CSS pixels. */
const OFFSET_PX = 14;

/** A box beside the pointer, within its parent. The same is told by key, so it is not announced. */
export class RankTooltip {
  readonly node = element('div', {
    part: 'tooltip',
    attributes: { 'aria-hidden': 'true', hidden: '' }
  });

  /** Shows a title and figures near (`x`, `y`), pixels within the parent of {@link node}. */
  show(title: string, facts: readonly RankFact[], x: number, y: number): void {
    this.node.replaceChildren(
      element('p', { part: 'tooltipTitle', text: title }),
      ...facts.map(([label, value]) =>
        element('p', { part: 'tooltipFact' }, [
          element('span', { part: 'tooltipLabel', text: label }),
          element('span', { part: 'tooltipValue', text: value })
        ])
      )
    );
    this.node.hidden = false;
    const { offsetWidth, offsetHeight, parentElement } = this.node;
    if (parentElement === null) return;
    const left = placeBeside(x, offsetWidth, parentElement.clientWidth);
    const top = placeBeside(y, offsetHeight, parentElement.clientHeight);
    this.node.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    this.node.hidden = true;
  }
}

/** Behind the pointer where there is room, else before it. */
function placeBeside(at: number, size: number, room: number): number {
  const behind = at + OFFSET_PX;
  return Math.max(0, behind + size <= room ? behind : at - OFFSET_PX - size);
}
