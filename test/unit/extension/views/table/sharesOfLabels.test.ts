import { nullTranslator } from '@jupyterlab/translation';
import { expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { cellText } from '../../../../../extension/src/views/table/cellText';
import {
  sectionsOfKind,
  shareOf,
  sharedTime
} from '../../../../../extension/src/views/table/model';
import { wholeTotals } from '../../../../../extension/src/views/table/shownTotals';
import { aggregate, summarize } from '../../../../../src/analysis';
import { boundSections } from '../../../../../src/formats/bundle/bundleSections';
import { plainForm } from '../../../../../src/report/profileTables';
import { statisticsTables } from '../../../../../src/report/statisticsTables';
import { SHAPES } from '../../../../support/profileOfAnyShape';
import { seededRandom } from '../../../../support/random';
import { exampleBundle, exampleSummary, onceRow, row, timeSection } from '../../exampleBundle';

const trans = nullTranslator.load('kernelscope');
const formats = createNumberFormats('en');

it.each(['oneProcess', 'members', 'dropped'] as const)(
  'names that threads run at a time have the shares of the page of HTML (%s)',
  shape => {
    const random = seededRandom(5);
    for (let round = 0; round < 20; round++) {
      const profile = SHAPES[shape](random);
      const sections = aggregate(profile);
      const order = { wallNs: profile.meta.durationNs, sortBy: 'total', ascending: false } as const;
      const [{ rows }] = statisticsTables(sections, order, plainForm(0));
      const onPage = new Map(
        rows.map(cells => [`${cells[0] as string} ${cells[1] as string}`, cells.at(-1)])
      );
      const summary = summarize(profile);
      const bundle = exampleBundle({ summary, sections: boundSections(sections, 1e6).sections });
      const totals = wholeTotals(bundle, null, trans);
      const { wholeNs } = shareOf('self', totals.sections, totals.wallNs);
      const times = sectionsOfKind(totals.sections, 'time').flatMap(({ category, rows: shown }) =>
        shown.map(each => ({ each, known: Number(onPage.get(`${each[0]} ${category}`)) }))
      );
      for (const { each, known } of times) {
        expect(sharedTime(each, 'self') / wholeNs, each[0]).toBeCloseTo(known, 4);
        expect(sharedTime(each, 'total')).toBeLessThanOrEqual(totals.wallNs + 0.01);
      }
    }
  }
);

it('a name on several workers has the share of the moments in which any ran it, and the title says so', () => {
  const load = onceRow(12e6, 12e6, row('load', 3, 36e6));
  const bundle = exampleBundle({
    summary: exampleSummary({ wallNs: 30e6 }),
    sections: [timeSection('range', load, row('rest', 1, 10e6))]
  });
  const { wallNs } = wholeTotals(bundle, null, trans);
  const cell = cellText(load, 'share', 'nanoseconds', { formats, wallNs });
  expect(cell).toMatchObject({ text: '40.0 %', title: '12 ms / 30 ms' });
});
