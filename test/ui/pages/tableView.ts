import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import type { BundleRow, BundleSection } from '../../../src/model/output/bundle';
import type { Profile } from '../../../src/model/profile/profile';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import type { ProfileContent } from '../../../extension/src/shared/content/profileTab';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { LAB_ICONS } from '../../../extension/src/shell/application/labIcons';
import { TablePanel } from '../../../extension/src/views/table/panel';
import { largeProfile } from '../../support/largeProfile';
import {
  exampleBundle,
  exampleSummary,
  repeatedRow,
  row,
  timeSection
} from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test can do on this page. */
export interface TablePage {
  readonly store: SelectionStore;
  readonly panel: TablePanel;
  /** Shows one of the contents that are made up here. */
  show(name: keyof typeof contents): void;
  /** Shows the totals of the typical content, as before its slices are read. */
  showBundle(): void;
}

declare global {
  interface Window {
    tablePage: TablePage;
  }
}

const LONG_NAME =
  'FusedBatchNormV3/cond/else/_2/StatefulPartitionedCall/functional_1/block_14_expand_BN';

function withProfile(profile: Profile, changes: Partial<ProfileContent> = {}): ProfileContent {
  const sections = aggregate(profile).map(({ category, unit, rows }) => ({
    category,
    unit,
    rows: rows.map((each): BundleRow => [
      each.name,
      each.count,
      each.total,
      each.self,
      each.min,
      each.max,
      each.average,
      each.p50,
      each.p95,
      each.p99
    ])
  }));
  const summary = exampleSummary({ slices: 10_000, wallNs: profile.meta.durationNs });
  return ofSections(sections, {
    profile,
    bundle: exampleBundle({ summary, sections }),
    ...changes
  });
}

function ofSections(
  sections: readonly BundleSection[],
  changes: Partial<ProfileContent> = {}
): ProfileContent {
  const bundle = exampleBundle({ sections });
  return { bundle, profile: largeProfile(1000), isWhole: true, density: null, ...changes };
}

function typical(): ProfileContent {
  const content = withProfile(largeProfile(5000));
  const odd = timeSection(
    'layer',
    row(LONG_NAME, 12, 34e6, 30e6),
    row('<img src=x onerror=alert(1)>', 3, 9e6),
    row('größe 大きさ 🚀', 7, 2e6),
    row('=SUM(A1:A9)', 1, 1e6)
  );
  const memory: BundleSection = {
    category: 'memory',
    unit: 'bytes',
    rows: [row('Heap', 40, 48e6), row('RSS', 40, 148e6), row('External', 40, 2.5e6)]
  };
  const sections = [...content.bundle.sections, odd, memory];
  return { ...content, bundle: { ...content.bundle, sections } };
}

function many(): ProfileContent {
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const scattered = (index * 7919) % 10_007;
    return row(`operator ${scattered}`, scattered + 1, scattered * 3e3);
  });
  return ofSections([timeSection('operator', ...rows)]);
}

function twentyNine(): ProfileContent {
  const rows = Array.from({ length: 29 }, (_, index) => row(`operator ${index}`, 1, index * 3e3));
  return ofSections([timeSection('operator', ...rows)]);
}

function repeated(): ProfileContent {
  const rows = ['conv2d', 'matMul', 'relu', 'softmax'].map((name, index) =>
    repeatedRow(name, [34e6 / (index + 1), 1.2e6 * (index + 1)])
  );
  return ofSections([
    timeSection('operator', ...rows, repeatedRow('dropped', [5e6])),
    timeSection('repetition', repeatedRow('repetition', [92e6, 3.4e6]))
  ]);
}

const contents = {
  typical,
  repeated,
  many,
  twentyNine,
  partial: (): ProfileContent => withProfile(largeProfile(5000), { isWhole: false }),
  empty: (): ProfileContent => ofSections([])
};

mounted(output => {
  const store = new SelectionStore();
  const trans = nullTranslator.load('kernelscope');
  const panel = new TablePanel({
    ...{ trans, icons: LAB_ICONS, store },
    formats: createNumberFormats('en')
  });
  panel.setContent(contents.typical());
  Widget.attach(panel, output);
  window.tablePage = {
    store,
    panel,
    show: name => panel.setContent(contents[name]()),
    showBundle: () => panel.setBundle(contents.typical().bundle)
  };
  return panel;
});
