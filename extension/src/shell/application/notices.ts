import type { TranslationBundle } from '../../shared/content/application';
import type { ProfileBundle, ProfileStatus, SourceReport } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';

/** A sentence that a person has to know to read the profile rightly. */
export interface Notice {
  readonly level: 'info' | 'warning';
  readonly text: string;
}

/** The mark before a notice, so that its level can be told without its colour. */
export const NOTICE_MARKS: Readonly<Record<Notice['level'], string>> = {
  info: 'ℹ',
  warning: '⚠'
};

/**
 * Everything that makes this profile less than the whole truth, the gravest first; but not that the
 * output has a part of the slices only, which the {@link SidecarNotice} says.
 */
export function noticesOf(
  bundle: ProfileBundle,
  formats: NumberFormats,
  trans: TranslationBundle
): Notice[] {
  return [
    ...truncationNotice(bundle, trans),
    ...droppedNotice(bundle, formats, trans),
    ...statusNotice(bundle.summary.status, trans),
    ...bundle.sources.flatMap(source => sourceNotice(source, trans)),
    ...hiddenRowsNotice(bundle, formats, trans)
  ];
}

const warning = (text: string): Notice[] => [{ level: 'warning', text }];
const info = (text: string): Notice[] => [{ level: 'info', text }];

function truncationNotice({ summary }: ProfileBundle, trans: TranslationBundle): Notice[] {
  if (!summary.truncated) return [];
  return warning(trans.__('The profile was cut off. Only its intact part is shown.'));
}

function droppedNotice(
  { summary }: ProfileBundle,
  formats: NumberFormats,
  trans: TranslationBundle
): Notice[] {
  const { droppedSlices } = summary;
  if (droppedSlices === 0) return [];
  return warning(
    trans._n(
      '%2 slice was not kept. The totals below include it; raise --max-events to keep it.',
      '%2 slices were not kept. The totals below include them; raise --max-events to keep them.',
      droppedSlices,
      formats.count(droppedSlices)
    )
  );
}

function statusNotice(status: ProfileStatus, trans: TranslationBundle): Notice[] {
  switch (status) {
    case 'complete':
      return [];
    case 'error':
      return info(trans.__('The cell ended with an error. This is what ran before it.'));
    case 'interrupted':
      return info(trans.__('The cell was interrupted. This is what ran before.'));
    case 'exited':
      return info(trans.__('The cell called process.exit. This is what ran before.'));
    case 'recovered':
      return warning(trans.__('Recovered from a process that ended early. Its end is missing.'));
  }
}

function sourceNotice(
  { source, status, message }: SourceReport,
  trans: TranslationBundle
): Notice[] {
  switch (status) {
    case 'ok':
      return message === '' ? [] : info(message);
    case 'partial':
      return warning(trans.__('%1 recorded only a part: %2', source, message));
    case 'failed':
      return warning(trans.__('%1 could not record: %2', source, message));
    case 'unavailable':
      return info(trans.__('%1 is not available here: %2', source, message));
  }
}

function hiddenRowsNotice(
  { hiddenRows }: ProfileBundle,
  formats: NumberFormats,
  trans: TranslationBundle
): Notice[] {
  if (hiddenRows === 0) return [];
  return warning(
    trans._n(
      'The table leaves out %2 name, which took the least time.',
      'The table leaves out %2 names, which took the least time.',
      hiddenRows,
      formats.count(hiddenRows)
    )
  );
}
