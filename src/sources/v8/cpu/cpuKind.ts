import type { Source } from '../../../record/build/contribution';
import type { SourceKind } from '../../sourceKind';
import { obtainCollector } from '../../process/garbageCollector';
import type { SourceMapper } from '../scripts/sourceMapper';
import type { ActionsAtExit } from './callSiteAttachment';
import { CallSiteAttachment } from './callSiteAttachment';
import { CallSites } from './callSites';
import type { CpuAttachment } from './cpuAttachment';
import { CpuSampler } from './cpuSampler';
import { LeafTimes } from './leafTimes';
import { installedBinaries, loadWallProfiler } from './wallProfiler';

/** The recording options that the samplers of the stack read. */
interface CpuOptions {
  readonly cpuIntervalUs: number | null;
  readonly lines: boolean;
}

/** The host services that the samplers of the stack need. */
interface CpuHost {
  /** V8's CPU profiler of this thread. */
  readonly cpuAttachment: CpuAttachment;
  readonly mapper: SourceMapper;
  readonly folder: string;
  /** The binaries of `@datadog/pprof`; null takes those of the installed package. */
  readonly callSiteBinaries: string | null;
  readonly exitActions: ActionsAtExit;
}

/**
 * CPU samples, and with them the lines of calls. The CPU sampler drops, when it attaches, code that
 * neither of them could see through; the one of call sites begins after that.
 */
export const CPU: SourceKind<CpuOptions, CpuHost> = {
  open: host => {
    const samplers = new StackSamplers(host);
    return {
      sources: options => samplers.sources(options),
      keepFor: keepMs => samplers.keepFor(keepMs),
      release: () => samplers.release()
    };
  }
};

class StackSamplers {
  private readonly cpu: CpuAttachment;
  private readonly callSites: CallSiteAttachment;
  /** Whether the CPU sampler was attached when the newest recording began. */
  private wasAttached = false;
  private collectGarbage: (() => void) | null = null;

  constructor(private readonly host: CpuHost) {
    this.cpu = host.cpuAttachment;
    this.callSites = new CallSiteAttachment({
      load: () => loadWallProfiler(host.callSiteBinaries ?? installedBinaries()),
      dropOldCode: () => this.dropOldCode(),
      exitActions: host.exitActions
    });
  }

  sources({ cpuIntervalUs: intervalUs, lines }: CpuOptions): Source[] {
    this.wasAttached = this.cpu.isAttached;
    if (intervalUs === null) return [];
    const { mapper, folder } = this.host;
    const shared = { intervalUs, mapper, folder };
    if (!lines) return [new CpuSampler({ ...shared, attachment: this.cpu })];
    const leafTimes = new LeafTimes();
    return [
      new CpuSampler({ ...shared, attachment: this.cpu, leafTimes }),
      new CallSites({ ...shared, attachment: this.callSites, leafTimes })
    ];
  }

  keepFor(keepMs: number): void {
    this.cpu.keepFor(keepMs);
    this.callSites.keepFor(keepMs);
  }

  release(): void {
    this.cpu.release();
    this.callSites.release();
  }

  /** When the CPU sampler has just attached it has collected garbage, and old code with it. */
  private dropOldCode(): void {
    if (!this.wasAttached) return;
    this.collectGarbage ??= obtainCollector();
    this.collectGarbage?.();
  }
}
