import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { outputTreeLayout } from '../../src/compat/mindspore/outputTree/outputTreeLayout';

/** Records steps into an output tree: `busy` and `waiting` until it is killed, `full` to the end. */
const [outputPath, work] = process.argv.slice(2);

const warnings: string[] = [];
const host = new RecordingHost();
const layout = outputTreeLayout({
  ...{ host, outputPath, periodMs: 50 },
  warn: text => void warnings.push(text)
});

let step = 0;

function runStep(): void {
  const { recorder } = host;
  const begun = recorder.begin(recorder.label(`ProfilerStep#${step++}`, 'range'));
  const operator = recorder.begin(recorder.label('matMul', 'operator'));
  recorder.end(operator);
  recorder.end(begun);
}

/** Records without ever giving way to the event loop. */
function stayBusy(): never {
  for (;;) if (step < 1000) runStep();
}

const recording = host.start({ cpuIntervalUs: null, memoryPeriodMs: null, gc: false });
const cycle = layout.begin(recording);
process.stdout.write(`${cycle.path}\n`);

if (work === 'busy') stayBusy();
if (work === 'waiting') setInterval(runStep, 1);
if (work === 'full') {
  while (step < 5000) runStep();
  const profile = recording.stop();
  cycle.save(profile, new Map([['k', '"v"']]));
  process.stdout.write(`${JSON.stringify({ warnings, slices: profile.data.slices.length })}\n`);
}
