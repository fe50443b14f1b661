import { NS_PER_MS, NS_PER_US } from '../../../base/time';
import type { Contribution, ContributionContext, Source } from '../../../record/build/contribution';
import type { CallSiteAttachment, CallSiteRecording } from './callSiteAttachment';
import { CPU_SAMPLE_COST_NS } from './cpuSampler';
import { FileCallLines } from './fileWaits';
import type { LeafTimes } from './leafTimes';
import { LineTotals } from './lineTotals';
import { SourceFaults } from '../../source';
import { FrameKind } from '../../../model/profile/profile';
import { classifyScript } from '../scripts/frameClassifier';
import type { SourceMapper } from '../scripts/sourceMapper';
import type { CallSiteProfile } from './wallProfiler';
import { CallSitesUnavailableError } from './wallProfiler';

/** The dependencies of {@link CallSites}. */
export interface CallSitesOptions {
  /** The wall profiler of this thread, shared with other recordings. */
  readonly attachment: CallSiteAttachment;
  readonly intervalUs: number;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
  /** The time of each function, by the CPU samples of the same recording, which contribute before. */
  readonly leafTimes: LeafTimes;
}

/** A recording of this length has samples, unless V8's sampling thread hung; milliseconds. */
const SILENCE_MS = 100;

/** Samples, on the thread that creates it, the lines at which functions call on: totals per line. */
export class CallSites implements Source {
  private readonly faults = new SourceFaults(
    'callSites',
    'Profile with --no-lines, or without another profiler on this thread.'
  );
  private recording: CallSiteRecording | null = null;
  private parts: readonly CallSiteProfile[] = [];
  /** The lines that called `node:fs`, once they are contributed. */
  readonly fileCalls = new FileCallLines(script => this.isUsers(script));

  constructor(private readonly options: CallSitesOptions) {}

  start(): void {
    const { attachment, intervalUs } = this.options;
    try {
      this.recording = attachment.begin(intervalUs);
    } catch (error) {
      if (error instanceof CallSitesUnavailableError) this.faults.unavailable(error.message);
      else this.faults.note(error);
    }
  }

  /** The samples have no times by which those after the window could be identified. */
  endWindow(): void {
    this.stopNow();
  }

  stopNow(): void {
    const { recording } = this;
    if (!recording) return;
    this.recording = null;
    this.parts = this.faults.guard(() => this.options.attachment.end(recording), []);
  }

  contribute({ strings, originNs, endNs }: ContributionContext): Contribution {
    const { parts } = this;
    const { mapper, folder, leafTimes, intervalUs } = this.options;
    this.parts = [];
    if (parts.length === 0) return { report: this.faults.report(0) };
    const lines = new LineTotals({ strings, mapper, folder });
    this.faults.guard(() => {
      lines.add(parts, leafTimes);
      this.fileCalls.add(parts);
    }, undefined);
    if (lines.samples === 0) this.noteSilence(parts);
    const mostWithin = Math.ceil(Number(endNs - originNs) / (intervalUs * NS_PER_US));
    return {
      report: this.faults.report(lines.samples),
      lineTotals: lines.toTable(),
      overheadNs: Math.min(lines.samples, mostWithin) * CPU_SAMPLE_COST_NS
    };
  }

  private isUsers(script: string): boolean {
    const { mapper } = this.options;
    if (mapper.isInternal(script)) return false;
    const file = mapper.known(script) ? mapper.sourceFile(script) : script;
    return classifyScript(file) === FrameKind.user;
  }

  private noteSilence(parts: readonly CallSiteProfile[]): void {
    const lengthUs = parts.reduce((sum, part) => sum + part.endTime - part.startTime, 0);
    const lengthMs = (lengthUs * NS_PER_US) / NS_PER_MS;
    if (lengthMs < SILENCE_MS) return;
    this.faults.limited(`V8 took no samples in ${Math.round(lengthMs)} ms; profile again`);
  }
}
