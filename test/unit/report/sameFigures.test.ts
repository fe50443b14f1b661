import { expect, it } from 'vitest';
import {
  aggregate,
  gpuReport,
  packageTimes,
  profileFindings,
  programPart,
  summarize
} from '../../../src/analysis';
import { evaluateBudgets } from '../../../src/analysis/budgets/evaluateBudgets';
import { profileCsv } from '../../../src/formats/csv';
import { bundleSections } from '../../../src/formats/bundle/bundleSections';
import type { FindingKind, FindingOf } from '../../../src/model/output/findings';
import type { Profile } from '../../../src/model/profile/profile';
import { plainForm } from '../../../src/report/profileTables';
import { statisticsTables } from '../../../src/report/statisticsTables';
import { hotLinesTable, packagesTable } from '../../../src/report/timeTables';
import { parseBudgets } from '../../../src/settings/budgets/parseBudgets';
import { storedBundle } from '../../support/storedBundle';
import { profileOfAnyShape } from '../../support/profileOfAnyShape';
import { seededRandom } from '../../support/random';

/** A figure as one place of a report shows it: by name, or under '' where there is one; absent where the place has none. */
type Figures = ReadonlyMap<string, number>;

type Place = (profile: Profile) => Figures;

/** Of what is shown in several places, how each of these has it. */
const QUANTITIES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'self time of a name': {
    statistics: profile => byName(profile, ({ self }) => self),
    'table of HTML': profile => tableColumn(profile, 'Self'),
    CSV: profile => csvColumn(profile, 'Self'),
    'output of a notebook': profile => bundleColumn(profile, ({ self }) => self),
    budget: profile => budgets(profile, 'self')
  },
  'total time of a name': {
    statistics: profile => byName(profile, ({ total }) => total),
    'table of HTML': profile => tableColumn(profile, 'Total'),
    CSV: profile => csvColumn(profile, 'Total'),
    'output of a notebook': profile => bundleColumn(profile, ({ total }) => total),
    budget: profile => budgets(profile, 'total')
  },
  'time of a finding about a name': {
    finding: profile => dominating(profile, ({ facts }) => facts.timeNs),
    statistics: profile => byName(profile, ({ self }) => self)
  },
  'share of a finding about a name': {
    finding: profile => dominating(profile, ({ share }) => share),
    'table of HTML': profile => tableColumn(profile, 'Self / wall')
  },
  'busy time of a GPU': {
    summary: profile => one(summarize(profile).gpuBusyNs),
    report: profile => {
      const busy = gpuReport(profile)?.devices.map(({ busyNs }) => busyNs) ?? [];
      return one(busy.length === 0 ? null : busy.reduce((sum, ns) => sum + ns, 0) / busy.length);
    }
  },
  'waiting of the main thread': {
    shares: profile => {
      const { shares, mainShares = shares } = profileFindings(profile);
      return one(mainShares?.waitingNs);
    },
    finding: profile => {
      const [wait] = found(profile, 'waiting');
      return one(wait?.facts.threadNs ?? wait?.facts.timeNs);
    }
  },
  'garbage collection of the main thread': {
    shares: profile => {
      const { shares, mainShares = shares } = profileFindings(profile);
      return one(mainShares?.gcNs);
    },
    summary: profile => one(summarize(programPart(profile)).gcNs),
    finding: profile => one(found(profile, 'garbage')[0]?.facts.timeNs)
  },
  'time of the user’s code on all threads': {
    packages: profile =>
      one(packageTimes(profile).rows.find(({ owner }) => owner === 'own')?.selfNs),
    shares: profile => one(profileFindings(profile).shares?.userNs),
    'table of packages': profile => {
      const { rows } = packagesTable(profile, plainForm(0));
      return one(rows.find(([name]) => name === 'your code')?.[2]);
    }
  },
  'all time of threads': {
    packages: profile => one(packageTimes(profile).wholeNs),
    'table of packages': profile => one(packagesTable(profile, plainForm(0)).foot?.at(-1)?.[2]),
    'table of lines': profile =>
      one(hotLinesTable(profile, plainForm(0), () => undefined).foot?.at(-1)?.[2])
  }
};

function one(value: unknown): Figures {
  return new Map(typeof value === 'number' ? [['', value]] : []);
}

type Row = ReturnType<typeof aggregate>[number]['rows'][number];

function rowsOf(sections: ReturnType<typeof aggregate>, value: (row: Row) => number): Figures {
  return new Map(
    sections.flatMap(({ category, unit, rows }) =>
      unit === 'nanoseconds'
        ? rows.map(row => [`${row.name} ${category}`, value(row)] as const)
        : []
    )
  );
}

function byName(profile: Profile, value: (row: Row) => number): Figures {
  return rowsOf(aggregate(profile), value);
}

function bundleColumn(profile: Profile, value: (row: Row) => number): Figures {
  return rowsOf(bundleSections(storedBundle(profile)), value);
}

function tableColumn(profile: Profile, heading: string): Figures {
  const wallNs = programPart(profile).meta.durationNs;
  const order = { wallNs, sortBy: 'total', ascending: false } as const;
  const [{ rows, columns }] = statisticsTables(aggregate(profile), order, plainForm(0));
  const at = columns.findIndex(
    each => each.heading === heading || (heading.includes('/') && each.heading.startsWith(heading))
  );
  return new Map(rows.map(row => [`${row[0] as string} ${row[1] as string}`, Number(row[at])]));
}

function csvColumn(profile: Profile, heading: string): Figures {
  const [first, ...lines] = profileCsv(profile).trimEnd().split('\r\n');
  const at = first.split(',').indexOf(heading);
  const cells = lines.map(line =>
    line.match(/("[^"]*"|[^,]*)(,|$)/g)!.map(cell => cell.replace(/,$/, ''))
  );
  return new Map(
    cells
      .filter(([, , unit]) => unit === 'nanoseconds')
      .map(row => [`${row[1]} ${row[0]}`, Number(row[at])])
  );
}

/** The figures of the rows whose name no other category has: a budget adds those up. */
function budgets(profile: Profile, statistic: 'self' | 'total'): Figures {
  const sections = aggregate(profile);
  const subject = { profile, sections, isPartial: false, hiddenRows: 0 };
  const names = [...rowsOf(sections, () => 0).keys()].map(key => key.split(' '));
  const alone = names.filter(([name], at) =>
    names.every(([other], row) => row === at || other !== name)
  );
  const isRepeated = names.some(([name]) => name === 'repetition');
  return new Map(
    (isRepeated ? [] : alone.filter(key => key.length === 2 && /^\w+$/.test(key[0]))).flatMap(
      ([name, category]) => {
        const [{ value }] = evaluateBudgets(subject, parseBudgets(`${statistic}(${name}) < 9s`));
        return value === null ? [] : [[`${name} ${category}`, value] as const];
      }
    )
  );
}

function found<Kind extends FindingKind>(profile: Profile, kind: Kind): readonly FindingOf<Kind>[] {
  return profileFindings(profile).findings.filter(
    (each): each is FindingOf<Kind> & typeof each => each.kind === kind
  );
}

function dominating(
  profile: Profile,
  value: (finding: FindingOf<'dominates'>) => number | null
): Figures {
  return new Map(
    found(profile, 'dominates').map(each => {
      const { name, category } = each.facts;
      return [`${name} ${category}`, value(each) ?? NaN];
    })
  );
}

/** Compares the figures of a place with those of the others, and says whether it shares any with them. */
function checkPlace(place: string, shown: ReadonlyMap<string, Figures>): boolean {
  const compared = [...shown].flatMap(([other, figures]) =>
    other === place ? [] : [...figures].map(([name, known]) => ({ other, name, known }))
  );
  const own = compared.filter(({ name }) => shown.get(place)?.has(name));
  for (const { other, name, known } of own) {
    const value = shown.get(place)?.get(name) ?? NaN;
    // outputs have thousandths
    const isSame = Math.abs(known - value) < 0.002;
    expect(isSame, `${name}: ${place} ${value}, ${other} ${known}`).toBe(true);
  }
  return own.length > 0;
}

it.each(Object.entries(QUANTITIES))('the %s is the same wherever it is shown', (_what, places) => {
  const random = seededRandom(23);
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const profile = profileOfAnyShape(random);
    const shown = new Map(
      Object.entries(places).map(([place, figures]) => [place, figures(profile)])
    );
    [...shown.keys()].filter(place => checkPlace(place, shown)).forEach(place => seen.add(place));
  }
  expect([...seen].sort()).toEqual(Object.keys(places).sort());
});
