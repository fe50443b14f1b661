import type { Translator } from '../../base/translator';
import {
  COLOR_STEPS,
  type ColorRange,
  colorOfStep,
  colorStep,
  legendMultiples
} from '../../layout/rankGrid/rankColors';
import { element } from '../elements/element';

/** Colours of the bar; browsers mix those in between. */
const STOPS = 24;

/** The meaning of the colours, with numbers. */
export function rankLegend(range: ColorRange, comparedBy: string, trans: Translator): HTMLElement {
  const bar = element('div', { part: 'ranksRamp', attributes: { 'aria-hidden': 'true' } });
  const stops = Array.from({ length: STOPS + 1 }, (_, at) => {
    const step = 1 + Math.round((at / STOPS) * (COLOR_STEPS - 1));
    return `rgb(${colorOfStep(step).join(' ')})`;
  });
  bar.style.backgroundImage = `linear-gradient(to right, ${stops.join(', ')})`;
  const ticks = legendMultiples(range).map((multiple, at, all) => {
    const isEnd = at === 0 || at === all.length - 1;
    const sign = at === 0 ? '≤ ' : at === all.length - 1 ? '≥ ' : '';
    const tick = element('span', {
      part: isEnd ? 'ranksTick jp-mod-end' : 'ranksTick',
      text: `${sign}${multiple}`
    });
    const share = (colorStep(multiple, range) - 1) / (COLOR_STEPS - 1);
    tick.style.left = `${100 * share}%`;
    return tick;
  });
  const title =
    comparedBy === 'step'
      ? trans.__("Time of a step as a multiple of the step's median")
      : trans.__("Time of a cycle as a multiple of the cycle's median");
  return element('div', { part: 'ranksLegend' }, [
    element('span', { part: 'ranksLegendTitle', text: title }),
    element('div', { part: 'ranksScale' }, [bar, element('div', { part: 'ranksTicks' }, ticks)])
  ]);
}
