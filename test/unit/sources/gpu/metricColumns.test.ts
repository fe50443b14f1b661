import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GpuMetricGroup } from '../../../../src/sources/gpu/records/gpuRecording';
import { columnsOf, METRIC_GROUPS } from '../../../../src/sources/gpu/metricColumns';
import { repositoryRoot } from '../../../support/fakeCuda/root';

const GROUPS = Object.keys(METRIC_GROUPS) as GpuMetricGroup[];
const GUIDE = readFileSync(path.join(repositoryRoot(), 'docs/user-guide/gpu-metrics.md'), 'utf8');

const UNITS = { percent: '%', bytesPerSecond: 'bytes/s', count: '' } as const;

/** Rows of the table below a heading of the guide, each as its fields. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, section] = GUIDE.split(`### ${heading}\n`);
  const [text] = section.split(/^#/m);
  const rows = text.split('\n').filter(line => line.startsWith('| '));
  return rows.slice(2).map(line => line.split('|').map(field => field.trim()).slice(1, -1)); // prettier-ignore
}

describe('Columns of metrics', () => {
  it.each(GROUPS)('of %s are those that the guide lists', group => {
    const columns = METRIC_GROUPS[group].map(({ name, unit, metrics }) => [
      name,
      UNITS[unit],
      metrics.map(metric => `\`${metric}\``).join(', ')
    ]);
    expect(tableBelow(group).map(([name, unit, , metrics]) => [name, unit, metrics])).toEqual(
      columns
    );
  });

  it('that groups have in common are sampled once', () => {
    const columns = columnsOf(['Memory', 'HbmDdr', 'L2Cache']);
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 4)).toEqual([
      'L1 requested',
      'L2 requested',
      'DRAM read',
      'DRAM written'
    ]);
  });

  it('have one name for one quantity in all groups', () => {
    const all = GROUPS.flatMap(group => METRIC_GROUPS[group]);
    const byName = new Map(all.map(column => [column.name, column]));
    for (const column of all) expect(byName.get(column.name)).toBe(column);
  });
});
