import { gpuReport, summarize } from '../../analysis';
import type { ProfileOptions } from '../../settings/table/profileOptions';
import type { Profile } from '../../model/profile/profile';
import { gpuReportText, summaryLine } from '../../report';

/** The GPU report for a terminal: the summary of the profile and its report, or the report as JSON. */
export function gpuText(
  profile: Profile,
  { top, format }: Pick<ProfileOptions, 'top' | 'format'>
): string {
  const report = gpuReport(profile);
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  const text =
    report === null
      ? '\nNothing ran on a GPU.\n'
      : gpuReportText(report, { wallNs: profile.meta.durationNs, top });
  return `${summaryLine(summarize(profile))}\n${text}`;
}
