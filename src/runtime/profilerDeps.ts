import type { InstrumentIterator } from '../engine/annotate/instrumentIterator';
import { analyseInWorker } from '../compat/mindspore/offline/analyseDirectories';
import { findCycleDirectories } from '../compat/mindspore/offline/cycleDirectories';
import { outputFilesLayout } from '../compat/megengine/outputFilesLayout';
import { analyseDirectory } from '../compat/mindspore/outputTree/analyseDirectory';
import { outputTreeLayout } from '../compat/mindspore/outputTree/outputTreeLayout';
import type { EventIds } from '../compat/torch/eventIds';
import type { RecordingHost } from '../engine/recording/recordingHost';
import type { CycleLayout } from '../engine/sessions/cycleLayout';
import { emitProfilerWarning } from '../compat/mindspore/profiler/profilerErrors';
import type { ProfilerDeps } from '../compat/mindspore/profiler/profiler';
import type { ProfilerOutput } from '../compat/mindspore/profiler/profilerSettings';
import type { CycleAnalysis } from '../compat/mindspore/profiler/analyseCycles';

/** The dependencies of a program's profilers, whose recordings are those of `host`. */
export function profilerDeps(
  host: RecordingHost,
  eventIds: EventIds,
  instrumentIterator: InstrumentIterator
): ProfilerDeps {
  return {
    host,
    eventIds,
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
    here: (directory, options) => analyseDirectory(directory, options),
    inWorker: (directory, options) => analyseInWorker(directory, options, host.offlineWorkerFile)
  };
}
