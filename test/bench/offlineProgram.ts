import { existsSync } from 'node:fs';
import { createOfflineAnalyse } from '../../src/compat/mindspore/offline/offlineAnalyse';
import { offlineDeps } from '../../src/compat/mindspore/offline/offlineDeps';
import { packageFiles } from '../../src/native/packageFiles';
import { peakMemory } from './growth/peakMemory';

/** What the program tells of an analysis. */
export interface MeasuredAnalysis {
  readonly tookNs: number;
  /** CPU time of all threads. */
  readonly cpuNs: number;
  /** The most memory that the process has had, bytes. */
  readonly peakBytes: number;
  readonly analysed: number;
}

const NS_PER_US = 1000;

/** `maxRSS` of Node would start from that of the parent process. */
function peakBytes(): number {
  const isTold = existsSync('/proc/self/status');
  return isTold ? peakMemory() : process.resourceUsage().maxRSS * 1024;
}

/** Analyses the folder that the parent named, and tells what it took. */
async function measureAnalysis(
  folder: string,
  sqlFolder: string,
  tablesOnly: boolean
): Promise<MeasuredAnalysis> {
  const analyse = createOfflineAnalyse(() => {
    return { ...offlineDeps(packageFiles().offlineWorker), sqlFolder: () => sqlFolder };
  });
  const begun = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  const report = await analyse(folder, { tablesOnly });
  const tookNs = Number(process.hrtime.bigint() - begun);
  const { user, system } = process.cpuUsage(cpuBefore);
  if (!report.isComplete || !report.crossRank) throw new Error(String(report));
  const cpuNs = (user + system) * NS_PER_US;
  return { tookNs, cpuNs, peakBytes: peakBytes(), analysed: report.analysed.length };
}

const [folder, sqlFolder, what] = process.argv.slice(2);
void measureAnalysis(folder, sqlFolder, what === 'tables').then(measured => {
  process.send?.(measured);
  process.disconnect();
});
