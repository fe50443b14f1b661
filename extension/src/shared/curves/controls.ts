import type { TranslationBundle } from '../content/application';
import type { CounterUnit } from 'kernelscope/model';
import { element } from 'kernelscope/web';
import type { WindowStep } from './windowSteps';

/** The buttons above the chart; each has its step as `data-step`. */
export function stepButtons(trans: TranslationBundle): HTMLElement {
  const button = (step: WindowStep, text: string, title: string): HTMLElement =>
    element('button', {
      part: 'button',
      text,
      attributes: { type: 'button', title, 'aria-label': title, 'data-step': step }
    });
  const attributes = { role: 'group', 'aria-label': trans.__('Stretch of time') };
  return element('div', { part: 'chartSteps', attributes }, [
    button('zoomOut', '−', trans.__('Zoom out (− key)')),
    button('zoomIn', '+', trans.__('Zoom in (+ key)')),
    button('earlier', '←', trans.__('Earlier (left arrow key)')),
    button('later', '→', trans.__('Later (right arrow key)')),
    button('everything', trans.__('Whole run'), trans.__('Show the whole run (0 key)'))
  ]);
}

/** Switches between values from 0 and values from the lowest one; `data-fit` marks it. */
export function fitButton(trans: TranslationBundle): HTMLElement {
  const title = trans.__('Scale the values to the curves on show, in place of from 0 (F key)');
  return element('button', {
    part: 'button',
    text: trans.__('Fit values'),
    attributes: { type: 'button', title, 'aria-pressed': 'false', 'data-fit': '' }
  });
}

/** The choice of unit, when counters of more than one are there; its value is the unit. */
export function unitPicker(
  units: readonly CounterUnit[],
  chosen: CounterUnit,
  trans: TranslationBundle
): HTMLElement {
  const options = units.map(unit =>
    element('option', { text: unitLabel(unit, trans), attributes: { value: unit } })
  );
  const select = element('select', { part: 'picker' }, options);
  select.value = chosen;
  return element('label', { part: 'pickerLabel', text: trans.__('Show ') }, [select]);
}

/** The label of a unit in the list to pick from. */
function unitLabel(unit: CounterUnit, trans: TranslationBundle): string {
  switch (unit) {
    case 'bytes':
      return trans.__('Memory');
    case 'count':
      return trans.__('Counts');
    case 'percent':
      return trans.__('Percentages');
    case 'nanoseconds':
      return trans.__('Times');
    case 'bytesPerSecond':
      return trans.__('Rates');
    case 'watts':
      return trans.__('Power');
    case 'hertz':
      return trans.__('Clocks');
    case 'celsius':
      return trans.__('Temperatures');
  }
}
