import { overviewProfile, withOverview } from '../support/storedBundle';
import type { ProfileBundle } from '../../src/model/output/bundle';
import type { BundleComparison } from '../../src/model/output/comparison';

/** Markup that would rename the page, did it ever run. */
export const HOSTILE =
  '<img src=x onerror="document.title=\'hacked\'"><script>document.title=1</script>';

/** `bundle` with every name that a person may have chosen replaced by markup. */
export function hostileBundle(bundle: ProfileBundle): ProfileBundle {
  const rename = (text: string): string => (text === '' ? '' : `${HOSTILE}${text}`);
  const profile = overviewProfile(bundle);
  const { overview } = withOverview(bundle, { ...profile, strings: profile.strings.map(rename) });
  return {
    ...bundle,
    summary: { ...bundle.summary, name: HOSTILE },
    sections: bundle.sections.map(section => ({
      ...section,
      category: rename(section.category),
      rows: section.rows.map(([name, ...rest]) => [rename(name), ...rest])
    })),
    sources: [{ source: 'gc', status: 'failed', message: HOSTILE, records: 0 }],
    overview,
    comparison: bundle.comparison && hostileComparison(bundle.comparison),
    sidecar: bundle.sidecar && { ...bundle.sidecar, path: `${HOSTILE}/x.kscope` }
  };
}

function hostileComparison(comparison: BundleComparison): BundleComparison {
  const { before, rows, source, tree } = comparison;
  return {
    ...comparison,
    before: { ...before, name: HOSTILE },
    rows: rows.map(row => ({ ...row, name: HOSTILE, category: HOSTILE })),
    source: source && {
      ...source,
      lines: source.lines.map(line => ({ ...line, text: HOSTILE }))
    },
    tree: tree && {
      ...tree,
      functions: tree.functions.map(() => ({ name: HOSTILE, file: HOSTILE }))
    }
  };
}
