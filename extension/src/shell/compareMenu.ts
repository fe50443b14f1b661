import type { TranslationBundle } from '../shared/host/translation';
import { type BundleComparison, type ProfileBundle, MAX_BUNDLE_BYTES } from 'kernelscope/model';
import type { ContentSource } from '../shared/content/contentSource';
import { datedTitle } from '../shared/content/recordedAt';
import type { MenuItem } from '../shared/elements/menuPopup';
import type { CellProfile } from './notebook/cellProfile';
import type { RunHistory } from './notebook/runHistory';
import { compareProfiles } from 'kernelscope/analysis';
import { boundComparison, bundleSections } from 'kernelscope/formats';
import type { ProfileContent } from '../shared/content/profileTab';

/** The dependencies of {@link compareItems}. */
export interface ComparingOptions {
  readonly trans: TranslationBundle;
  readonly history: RunHistory;
  readonly source: ContentSource;
  readonly bundle: ProfileBundle;
  /** Called with what changed: shows it. */
  readonly onCompared: (comparison: BundleComparison) => void;
  /** Tells a person what came of an action. */
  readonly say: (text: string) => void;
}

/** The runs that the profile on show can be compared with, and the way to pin it for later ones. */
export function compareItems(options: ComparingOptions): readonly MenuItem[] {
  const { trans, history, bundle, say } = options;
  const { id } = bundle.summary;
  const [previous, baseline] = [history.previousOf(id), history.baselineOf(id)];
  const compare = (label: string, run: CellProfile): MenuItem => ({
    label,
    mark: '',
    description: datedTitle(run.bundle.summary, trans),
    onPick: () => void compareWith(run, options)
  });
  const pin = (): void => {
    history.pin(id);
    say(trans.__('Later runs of this cell can be compared with this one.'));
  };
  return [
    ...(previous === null ? [] : [compare(trans.__('Compare with previous run'), previous)]),
    ...(baseline === null || baseline.bundle.summary.id === id
      ? []
      : [compare(trans.__('Compare with baseline'), baseline)]),
    {
      label: trans.__('Pin as baseline'),
      mark: '',
      description: trans.__(
        'Keeps this run for later ones of this cell, until the notebook closes'
      ),
      onPick: pin
    }
  ];
}

async function compareWith(run: CellProfile, options: ComparingOptions): Promise<void> {
  const { source, onCompared, say, trans } = options;
  try {
    onCompared(compareRuns(await run.content(), source.current));
    say('');
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    say(trans.__('The two runs cannot be compared: %1', detail));
  }
}

/** The comparison of two profiles of outputs: totals are exact, lines and calls as far as both have them. */
function compareRuns(before: ProfileContent, after: ProfileContent): BundleComparison {
  const [from, to] = [before, after].map(({ profile, bundle }) => {
    return { profile, sections: bundleSections(bundle) };
  });
  return boundComparison(compareProfiles(from, to), MAX_BUNDLE_BYTES);
}
