import type { InstrumentIterator } from '../instrumentIterator';
import { analyseInWorker } from '../offline/analyseDirectories';
import { findCycleDirectories } from '../offline/cycleDirectories';
import { outputFilesLayout } from '../outputFiles/outputFilesLayout';
import { analyseDirectory } from '../outputTree/analyseDirectory';
import { outputTreeLayout } from '../outputTree/outputTreeLayout';
import type { RecordingHost } from '../recordingHost';
import type { CycleLayout } from './cycleLayout';
import { emitProfilerWarning } from './emitProfilerWarning';
import type { CycleAnalysis, ProfilerParts } from './profilerParts';
import type { ProfilerOutput } from './profilerOutput';

/** What profilers of a program work with, whose recordings are those of `host`. */
export function profilerSurroundings(
  host: RecordingHost,
  instrumentIterator: InstrumentIterator
): ProfilerParts {
  return {
    host,
    eventIds: host.eventIds,
    findGpu: () => host.findGpu(),
    instrumentIterator,
    layoutOf: (output, warn) => layoutOf(host, output, warn),
    analysis: treeAnalysis(host),
    emit: emitProfilerWarning
  };
}

/** The layout of files that options choose. */
function layoutOf(
  host: RecordingHost,
  output: ProfilerOutput,
  warn: (message: string) => void
): CycleLayout {
  if (output.kind === 'files') return outputFilesLayout({ host, warn, ...output });
  return outputTreeLayout({ host, warn, outputPath: output.outputPath });
}

function treeAnalysis(host: RecordingHost): CycleAnalysis {
  return {
    find: where => findCycleDirectories(where).directories,
    here: analyseDirectory,
    inWorker: (directory, options) => analyseInWorker(directory, options, host.offlineWorkerFile)
  };
}
