import { createOfflineAnalyse } from '../../src/compat/mindspore/offline/offlineAnalyse';
import { offlineDeps } from '../../src/compat/mindspore/offline/offlineDeps';
import { packageFiles } from '../../src/native/packageFiles';

/** What the program tells of an analysis. */
export interface MeasuredAnalysis {
  readonly tookNs: number;
  /** The most memory that the process has had, bytes. */
  readonly peakBytes: number;
  readonly analysed: number;
}

/** Analyses the folder that the parent named, and tells what it took. */
async function measureAnalysis(folder: string, sqlFolder: string): Promise<MeasuredAnalysis> {
  const analyse = createOfflineAnalyse(() => {
    return { ...offlineDeps(packageFiles().offlineWorker), sqlFolder: () => sqlFolder };
  });
  const begun = process.hrtime.bigint();
  const report = await analyse(folder);
  const tookNs = Number(process.hrtime.bigint() - begun);
  if (!report.isComplete || !report.crossRank) throw new Error(String(report));
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { tookNs, peakBytes, analysed: report.analysed.length };
}

const [folder, sqlFolder] = process.argv.slice(2);
void measureAnalysis(folder, sqlFolder).then(measured => {
  process.send?.(measured);
  process.disconnect();
});
