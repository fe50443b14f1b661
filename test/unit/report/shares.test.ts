import { expect, it } from 'vitest';
import { aggregate, gpuReport, programPart } from '../../../src/analysis';
import { profileHtml } from '../../../src/formats';
import { bundleGpu } from '../../../src/formats/bundle/bundle';
import type { AggregateSection } from '../../../src/analysis/statistics/aggregateTypes';
import type { GpuReport } from '../../../src/model/output/gpuReport';
import type { Profile } from '../../../src/model/profile/profile';
import { hotFunctionsTable, waitingTables, memoryTables } from '../../../src/report/functionTables';
import {
  devicesTable,
  gpuLinesTable,
  gpuOperatorsTable,
  kernelsTable,
  transfersTable
} from '../../../src/report/gpuTables';
import { lineTables } from '../../../src/report/lineTables';
import { factTables, plainForm } from '../../../src/report/profileTables';
import { statisticsTables } from '../../../src/report/statisticsTables';
import { testTables } from '../../../src/report/testTables';
import { hotLinesTable, packagesTable } from '../../../src/report/timeTables';
import type { ReportTable } from '../../../src/tables/reportTable';
import { drawProfile } from '../../support/drawProfile';
import { profileOfAnyShape, SHAPES } from '../../support/profileOfAnyShape';
import { seededRandom } from '../../support/random';

const FORM = plainForm(0);

/** Shares are sums of numbers with rounding errors. */
const ROUNDING = 1e-9;

/** Tables of times of which no two rows have any in common. */
const isDivision = (title: string): boolean =>
  ['Kernels', 'GPU time by operator', 'GPU time by source line', 'Time by Package'].includes(title);

function gpuTables(report: GpuReport | null, wallNs: number): readonly ReportTable[] {
  if (report === null) return [];
  const tables = [kernelsTable, transfersTable, gpuOperatorsTable, gpuLinesTable];
  return [devicesTable(report, wallNs, FORM), ...tables.map(table => table(report, FORM))];
}

/** Every table of a report with shares in it, those of a notebook's output among them. */
function allTables(profile: Profile): readonly ReportTable[] {
  const wallNs = programPart(profile).meta.durationNs;
  const order = { wallNs, sortBy: 'total', ascending: false } as const;
  return [
    ...statisticsTables(aggregate(profile), order, FORM),
    ...gpuTables(gpuReport(profile), profile.meta.durationNs),
    ...gpuTables(bundleGpu(profile, 1500), profile.meta.durationNs),
    hotFunctionsTable(profile, FORM),
    ...waitingTables(profile, FORM),
    ...lineTables(profile, FORM),
    hotLinesTable(profile, FORM, () => undefined),
    packagesTable(profile, FORM),
    ...testTables(profile, FORM),
    ...memoryTables(profile, FORM),
    ...(['work', 'code', 'memory'] as const).flatMap(topic => factTables(profile, topic, FORM))
  ];
}

/** The columns of shares of a table, with the cells that are known. */
function sharesIn({ columns, rows }: ReportTable): readonly (readonly number[])[] {
  return columns.flatMap(({ unit }, at) =>
    unit === 'share' ? [rows.map(row => row[at]).filter(cell => typeof cell === 'number')] : []
  );
}

/** Checks the shares of a table, and says whether it has any. */
function checkShares(table: ReportTable): boolean {
  const columns = sharesIn(table);
  const shares = columns.flat();
  expect(Math.min(0, ...shares), table.title).toBeGreaterThanOrEqual(0);
  expect(Math.max(0, ...shares), table.title).toBeLessThanOrEqual(1 + ROUNDING);
  const [first = []] = columns;
  const sum = isDivision(table.title) ? first.reduce((all, share) => all + share, 0) : 0;
  expect(sum, table.title).toBeLessThanOrEqual(1 + ROUNDING);
  return shares.length > 0;
}

it('are between nothing and all, and add up to no more than that, whatever was recorded', () => {
  const random = seededRandom(11);
  const profiles = Array.from({ length: 40 }, () => profileOfAnyShape(random));
  const checked = profiles.flatMap(profile => allTables(profile).filter(checkShares));
  const titles = checked.map(({ title }) => title);
  const gpu = [
    'GPUs',
    'Kernels',
    'Copies and fills',
    'GPU time by operator',
    'GPU time by source line'
  ];
  const expected = ['Time by name', 'Time by Package', ...gpu];
  expect(titles).toEqual(expect.arrayContaining(expected));
});

/** For each name, with its category, the share of moments in which one of its slices was the innermost one of its track. */
function momentsByName({ slices, labels, strings, tracks, meta }: Profile): Map<string, number> {
  const shares = new Map<string, number>();
  for (let at = 0; at < meta.durationNs; at++) {
    const innermost = new Map<number, number>();
    slices.start.forEach((start, row) => {
      if (start <= at && at < start + slices.duration[row]) innermost.set(slices.track[row], row);
    });
    const names = [...innermost.values()].map(row => {
      const label = slices.label[row];
      return `${strings[labels.name[label]]} ${strings[labels.category[label]]}`;
    });
    for (const name of new Set(names)) {
      shares.set(name, (shares.get(name) ?? 0) + 1 / meta.durationNs);
    }
  }
  expect(tracks.every(({ kind }) => kind !== 'asyncLane')).toBe(true);
  return shares;
}

/** The shares of the run in the table of times by name, by name and category. */
function shownByName(profile: Profile): Map<string, number> {
  const wallNs = programPart(profile).meta.durationNs;
  const order = { wallNs, sortBy: 'total', ascending: false } as const;
  const [{ rows }] = statisticsTables(aggregate(profile), order, FORM);
  return new Map(rows.map(row => [`${row[0] as string} ${row[1] as string}`, Number(row.at(-1))]));
}

it('of a name are those of the moments in which it was the innermost one, on however many threads', () => {
  const random = seededRandom(7);
  let several = 0;
  for (let round = 0; round < 15; round++) {
    const profile = round % 2 === 0 ? SHAPES.oneProcess(random) : SHAPES.members(random);
    const [shown, moments] = [shownByName(profile), momentsByName(profile)];
    for (const [name, share] of shown) {
      expect(share, name).toBeCloseTo(Math.min(1, moments.get(name) ?? 0), 6);
    }
    several += Number(aggregate(profile).some(({ rows }) => rows.some(({ once }) => once)));
  }
  expect(several).toBeGreaterThan(5);
});

it('of a name that several threads run at a time tell so in HTML', () => {
  const html = profileHtml(
    drawProfile(
      'main     |[load      ]\nworker a |[load      ]\nworker b |[load      ][rest    ]',
      { nsPerColumn: 1e6 }
    )
  );
  expect(html).toContain('>Self / wall, overlaps once<');
  expect(html).toMatch(/title="12 ms \/ 22 ms">54\.5/);
});

it('of a name in windows that follow each other add up to those of the whole', () => {
  const random = seededRandom(13);
  for (let round = 0; round < 20; round++) {
    const profile = round % 2 === 0 ? SHAPES.oneProcess(random) : SHAPES.members(random);
    const { durationNs } = profile.meta;
    const [first, second] = [random(), random()]
      .map(each => Math.floor(each * durationNs))
      .sort((a, b) => a - b);
    const parts = [
      [0, first],
      [first, second],
      [second, durationNs]
    ].map(([fromNs, toNs]) => onceByName(aggregate(profile, { window: { fromNs, toNs } })));
    onceByName(aggregate(profile)).forEach((times, name) => {
      const sums = [0, 1].map(at =>
        parts.reduce((sum, part) => sum + (part.get(name)?.[at] ?? 0), 0)
      );
      times.forEach((time, at) => expect(sums[at], name).toBeCloseTo(time, 6));
    });
  }
});

/** Total and self time by name and category, of which a moment counts once. */
function onceByName(sections: readonly AggregateSection[]): Map<string, readonly number[]> {
  return new Map(
    sections.flatMap(({ category, rows }) =>
      rows.map(({ name, once, total, self }) => {
        return [`${name} ${category}`, [once?.total ?? total, once?.self ?? self]] as const;
      })
    )
  );
}
