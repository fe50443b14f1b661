import { nullTranslator } from '@jupyterlab/translation';
import { expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { cellText } from '../../../../../extension/src/views/table/cellText';
import { wholeTotals } from '../../../../../extension/src/views/table/shownTotals';
import { exampleBundle, exampleSummary, row, timeSection } from '../../exampleBundle';

const trans = nullTranslator.load('kernelscope');
const formats = createNumberFormats('en');

it('a name on several workers has its share of all threads, and the title says so', () => {
  const load = row('load', 3, 36e6);
  const bundle = exampleBundle({
    summary: exampleSummary({ wallNs: 30e6 }),
    sections: [timeSection('range', load, row('rest', 1, 10e6))]
  });
  const { wallNs } = wholeTotals(bundle, null, trans);
  const cell = cellText(load, 'share', 'nanoseconds', { formats, wallNs });
  expect(cell).toMatchObject({ text: '78.3 %', title: '36 ms / 46 ms' });
});
