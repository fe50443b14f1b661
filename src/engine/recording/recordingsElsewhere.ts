import { joinSentences } from '../../base/text';
import type { SourceReport } from '../../model/profile/profile';
import type {
  MemberProfiles,
  MemberRecording,
  MemberWindow,
  RecordingElsewhere
} from '../members/memberRecordings';

/** A recording in launched threads and processes. */
interface LaunchedRecording extends Pick<RecordingElsewhere, 'isEmpty' | 'drop'> {
  /** `attached` are the titles of those that are attached too. */
  finish(attached: readonly string[]): Promise<MemberProfiles>;
}

/**
 * A recording in attached threads and processes and in launched ones. One that is both counts as
 * attached, since its messages then have arrows; if that failed, as launched.
 */
export class RecordingsElsewhere implements RecordingElsewhere {
  constructor(
    private readonly attached: MemberRecording,
    private readonly launched: LaunchedRecording
  ) {}

  get isEmpty(): boolean {
    return this.attached.isEmpty && this.launched.isEmpty;
  }

  async finish(window: MemberWindow): Promise<MemberProfiles> {
    const launched = await this.launched.finish(this.attached.titles);
    const attached = await this.attached.finish(window, launched.titles);
    const isOther = (_: unknown, index: number): boolean =>
      !attached.titles.includes(launched.titles[index]);
    return {
      profiles: [...attached.profiles, ...launched.profiles.filter(isOther)],
      titles: [...attached.titles, ...launched.titles.filter(isOther)],
      soundChannels: attached.soundChannels,
      report: both(attached.report, launched.report)
    };
  }

  drop(): SourceReport | null {
    return both(this.attached.drop(), this.launched.drop());
  }
}

/** One report for two, either of which may be missing. */
function both(one: SourceReport | null, other: SourceReport | null): SourceReport | null {
  if (one === null || other === null) return one ?? other;
  const isWhole = one.status === 'ok' && other.status === 'ok';
  const message = joinSentences([one.message, other.message]);
  const records = one.records + other.records;
  return { source: 'workers', status: isWhole ? 'ok' : 'partial', message, records };
}
