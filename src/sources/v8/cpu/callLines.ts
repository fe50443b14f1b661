import { FrameKind } from '../../../model/profile/profile';
import type { Contribution, ContributionContext, Source } from '../../../record/build/contribution';
import { SourceFaults } from '../../source';
import { classifyScript } from '../../../model/profile/scriptKind';
import type { SourceMapper } from '../scripts/sourceMapper';
import type { CpuAttachment } from './cpuAttachment';
import type { CpuSampler } from './cpuSampler';
import { FileCallLines } from './fileWaits';
import { LineTotals } from './lineTotals';

/** The dependencies of {@link CallLines}. */
export interface CallLinesOptions {
  /** V8's profiler of this thread. */
  readonly attachment: Pick<CpuAttachment, 'noLines'>;
  /** Has the samples of the same recording, and contributes before. */
  readonly sampler: Pick<CpuSampler, 'callLines'>;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

/** The lines at which functions call on, of the CPU samples: totals per line. */
export class CallLines implements Source {
  readonly #faults = new SourceFaults('callSites', 'Profile with --no-lines.');
  /** Whether scripts are of the user's own code. */
  readonly #users = new Map<string, boolean>();
  /** The lines that called `node:fs`, once they are contributed. */
  readonly fileCalls = new FileCallLines(script => this.#isUsers(script));

  constructor(private readonly options: CallLinesOptions) {}

  start(): void {
    const reason = this.#faults.guard(() => this.options.attachment.noLines, null);
    if (reason !== null) this.#faults.unavailable(reason);
  }

  /** The sampler of the stack stops by itself. */
  stopNow(): void {}

  contribute({ strings }: ContributionContext): Contribution {
    const { mapper, folder, sampler } = this.options;
    const { callLines } = sampler;
    if (callLines === null) return { report: this.#faults.report(0) };
    const lines = new LineTotals({ strings, mapper, folder });
    this.#faults.guard(() => {
      lines.add(callLines);
      this.fileCalls.add(callLines);
    }, undefined);
    return {
      report: this.#faults.report(lines.samples),
      lineTotals: lines.toTable(),
      importingLines: lines.importingLines()
    };
  }

  #isUsers(script: string): boolean {
    const known = this.#users.get(script);
    if (known !== undefined) return known;
    const { mapper } = this.options;
    const file = mapper.known(script) ? mapper.sourceFile(script) : script;
    const isUsers = !mapper.isInternal(script) && classifyScript(file) === FrameKind.user;
    this.#users.set(script, isUsers);
    return isUsers;
  }
}
