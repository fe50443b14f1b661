import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../extension/src/shared/content/format';
import { FlameState } from '../../../../extension/src/views/flame/state';
import { FlameWords } from '../../../../extension/src/views/flame/words';
import {
  functionRows,
  hottestFunctions
} from '../../../../extension/src/views/source/functionRows';
import { cellText } from '../../../../extension/src/views/table/cellText';
import { functionTotals } from '../../../../extension/src/views/table/functionTotals';
import { columnsFor } from '../../../../extension/src/views/table/model';
import { aggregate, lineCosts } from '../../../../src/analysis';
import { bundleSections } from '../../../../src/formats/bundle/bundleSections';
import { profileCsv, profileHtml } from '../../../../src/formats';
import { dumpsTable } from '../../../../src/report';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { drawProfile } from '../../../support/drawProfile';
import { storedBundle } from '../../../support/storedBundle';
import { waitingProfile } from '../../../support/waitingProfile';

const trans = nullTranslator.load('kernelscope');
const formats = createNumberFormats('en');
const profile = waitingProfile();

describe('functions that wait', () => {
  const { sections, wholeNs } = functionTotals(profile, null, trans);
  const rows = sections.flatMap(section => section.rows);
  const rowOf = (name: string) => rows.find(([each]) => each.startsWith(name))!;
  const cell = (name: string) =>
    cellText(rowOf(name), 'waiting', 'nanoseconds', { formats, wallNs: wholeNs });

  it('have their waits, and those of what they call, in the table', () => {
    expect(wholeNs).toBe(865e6);
    expect(columnsFor('time', rows)).toEqual([
      ...['name', 'total', 'self', 'share', 'waiting', 'count', 'max']
    ]);
    expect(cell('(top level)').text).toBe('560');
    expect(cell('(top level)').title).toMatch(/^64\.7 % = 560.*865/);
    expect(cell('load').title).toMatch(/^46\.2 % = 400.*865/);
    expect(cell('parse').text).toBe('');
  });

  it('have the same share of the run in every view', () => {
    const ofSource = functionRows(hottestFunctions(profile, 'waiting'), { formats, trans });
    expect(ofSource.map(row => row.slice(0, 3).map(({ text }) => text))).toEqual([
      ['load', '46.2 %', '46.2 %'],
      ['(top level)', '18.5 %', '64.7 %']
    ]);
    const flame = new FlameState(profile, null, null);
    flame.setKind('waiting');
    expect(new FlameWords(trans, formats).share(flame.tree, flame.tree.total[0])).toBe('64.7 %');
    const { lines, whole } = lineCosts(profile, 'waiting');
    expect(whole).toBe(wholeNs);
    const line = lines.find(each => each.line === 2)!;
    expect(formats.percent(line.totalShare!)).toBe('46.2 %');
  });

  it('are listed even if they never were on a sample', () => {
    const silent = { ...profile, samples: { ...profile.samples, length: 0 } };
    const { sections: own } = functionTotals(silent, null, trans);
    const [row] = own[0].rows;
    expect([row[0], row[2], row[3], row[13]]).toEqual(['load · Cell [1]:1', 0, 0, 400e6]);
  });

  it('have a share of the whole of all threads, never more than everything', () => {
    const short = { ...profile, meta: { ...profile.meta, durationNs: 100e6 } };
    const totals = functionTotals(short, null, trans);
    expect(totals.wholeNs).toBe(560e6);
    expect(hottestFunctions(short, 'cpu').whole).toBe(560e6);
    expect(hottestFunctions(short, 'waiting').whole).toBe(560e6);
    expect(lineCosts(short, 'waiting').whole).toBe(560e6);
  });
});

describe('ranges that wait', () => {
  const [ranges] = aggregate(profile).filter(({ category }) => category === 'range');

  it('have the part of their time in which their code did not run, also at the same time', () => {
    expect(ranges.rows.map(({ name, total, waiting }) => [name, total, waiting])).toEqual([
      ['page', 500e6, 400e6],
      ['rest', 400e6, 300e6]
    ]);
  });

  it('have a share of their own time, so that two that wait at once are no 140 % of the run', () => {
    const row = ['both', 2, 900e6, 200e6, 0, 0, 0, 0, 0, 0, null, null, null, 700e6] as const;
    const { text, title } = cellText(row, 'waiting', 'nanoseconds', { formats, wallNs: 500e6 });
    expect(text).toBe('700');
    expect(title).toMatch(/^77\.8 % = 700.*900/);
  });

  it('wait and run evenly in a stretch that cuts them', () => {
    const window = { fromNs: 0, toNs: 255e6 };
    const rows = aggregate(profile, { window }).flatMap(section => section.rows);
    const page = rows.find(({ name }) => name === 'page')!;
    expect([page.total, page.self, page.waiting]).toEqual([250e6, 50e6, 200e6]);
  });

  it('have no waiting where some of their slices were dropped', () => {
    const { labels, strings } = profile;
    const label = labels.name.findIndex(name => strings[name] === 'page');
    const one = Float64Array.of(1e6);
    const columns = { count: Float64Array.of(1), total: one, self: one, min: one, max: one };
    const droppedTotals = { length: 1, label: Uint32Array.of(label), ...columns };
    const [dropped] = aggregate({ ...profile, droppedTotals }).filter(
      ({ category }) => category === 'range'
    );
    expect(dropped.rows.map(({ waiting }) => waiting)).toEqual([undefined, 300e6]);
  });

  it('carry it into outputs, CSV, HTML and text', () => {
    const bundle = storedBundle(profile);
    expect(() => validateBundle(bundle)).not.toThrow();
    const waits = bundleSections(bundle).flatMap(({ rows }) => rows.map(row => row.waiting));
    expect(waits).toContain(400e6);
    expect(profileCsv(profile)).toMatch(/P99,Waiting\r\n.*range,page,[^\r]*,400000000\r\n/s);
    expect(profileHtml(profile)).toMatch(/>Waiting<.*page.*>400</s);
    expect(dumpsTable(aggregate(profile))).toMatch(/Waiting \(ms\)\n[^]*page[^\n]*400\.0000\n/);
    expect(dumpsTable(aggregate(drawProfile('main |[a ]')))).not.toContain('Waiting');
  });
});
