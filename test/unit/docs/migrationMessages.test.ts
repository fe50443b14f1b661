import { describe, expect, it } from 'vitest';
import { MISUSE } from '../../../src/compat/mindspore/profiler/profilerErrors';
import { createTrace } from '../../../src/compat/megengine/trace';
import { createObjects } from '../../../src/compat/mxnet/createObjects';
import { createEmitNvtx } from '../../../src/compat/torch/emitNvtx';
import type { RecordingOptions } from '../../../src/engine/arguments/recordingOptions';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { SessionWarnings } from '../../../src/engine/sessions/sessionWarnings';
import * as kernelscope from '../../../src/index';
import { type Upstream, pageProse } from '../../support/migrationPages';
import { useTestProfiler } from '../../support/testProfiler';
import { useTestProfilers } from '../../support/testProfilers';
import { useTestSessions } from '../../support/testSessions';

const mxnet = useTestProfiler();
const torch = useTestSessions();
const mindspore = useTestProfilers();

/** Calls without types, as in JavaScript or with names of Python. */
const library = kernelscope as unknown as Readonly<
  Record<string, (...given: unknown[]) => unknown>
>;

const NO_GPU = { isFound: false, reason: 'There is none.' } as const;

function trainStep(): void {}

/** Begins to emit ranges while they are being emitted, on a machine without a tool for them. */
function emitTwice(): void {
  const host = new RecordingHost();
  const { recorder, callSessions: calls } = host;
  const start = (options: Partial<RecordingOptions>) => host.start(options);
  const emitNvtx = createEmitNvtx(
    { recorder, calls, start, addonFolder: () => undefined },
    {
      library: () => undefined,
      load: () => {
        throw new Error('There is no addon.');
      },
      warn: () => undefined
    }
  );
  emitNvtx.run(() => emitNvtx());
}

/** Errors that pages quote, each with a call that throws it. */
const ERRORS: readonly (readonly [Upstream, string, () => unknown])[] = [
  [
    'MXNet',
    'There is no key-value store here. Give threads and processes to profiler.attach(); calls with ' +
      "{ profileProcess: 'server' } are then for them",
    () => mxnet().profiler.set_kvstore_handle()
  ],
  [
    'MXNet',
    'No worker, child or cluster process is attached: call profiler.attach(...) first, or leave out ' +
      "profileProcess: 'server'.",
    () => mxnet().profiler.dump(true, 'server')
  ],
  [
    'MXNet',
    "Unknown profiler state: on. Support: 'run', 'stop'",
    () => mxnet().profiler.setState('on' as 'run')
  ],
  [
    'MXNet',
    "Profiler hasn't been run. Config and start profiler first",
    () => mxnet().profiler.dump()
  ],
  [
    'MXNet',
    "Cannot find argument 'profile_al'",
    () => mxnet().profiler.setConfig({ profile_al: true } as object)
  ],
  [
    'MXNet',
    'Did you mean profileAll?',
    () => mxnet().profiler.setConfig({ profile_al: true } as object)
  ],
  [
    'MXNet',
    'The counter loss is not a number. Support: counter.increment(1), counter.value += 1',
    () => Number(new (mxnet().objects.Domain)('net').newCounter('loss')) + 5
  ],
  ['PyTorch', 'NVTX annotation context manager is not reentrant', emitTwice],
  ['PyTorch', 'The records have no __start_profile', () => library['parse_cpu_trace']([[]])],
  [
    'PyTorch',
    "can't export a trace that didn't finish running",
    () => torch().profile({ enabled: false }).table()
  ],
  [
    'PyTorch',
    'Averages have no place in time: export the events instead.',
    () =>
      new kernelscope.EventList([new kernelscope.FunctionEventAvg()]).exportChromeTrace('a.json')
  ],
  [
    'PyTorch',
    'autograd profiler traces are not reentrant: a session starts by itself and is used once.',
    () => torch().profile().start()
  ],
  [
    'PyTorch',
    'profile has no option with_module. Did you mean withModules?',
    () => library['profile']({ with_module: true })
  ],
  [
    'PyTorch',
    'FunctionEvent has no time_range: use cpuInterval',
    () => Reflect.get(new kernelscope.FunctionEvent(1, 'a', 0, 0, 1), 'time_range') as unknown
  ],
  [
    'PyTorch',
    "duplicate key: (1, 'a')",
    () => {
      const unique = new kernelscope.EnforceUnique();
      unique.see(1, 'a');
      unique.see(1, 'a');
    }
  ],
  [
    'MindSpore',
    'A Profiler has no schedule: keep the function that you gave it',
    () => Reflect.get(new kernelscope.Profiler({ startProfile: false }), 'schedule') as unknown
  ],
  [
    'MindSpore',
    'Profiler has no option sync_enabled. Did you mean syncEnable?',
    () => mindspore().profiler({ sync_enabled: true } as object)
  ],
  [
    'MindSpore',
    'withStack: true needs the activity CPU, not GPU',
    () => mindspore().profiler({ withStack: true, activities: ['GPU'] })
  ],
  ['MegEngine', 'profile has no option path.', () => library['profile']({ path: 'x' })],
  [
    'MegEngine',
    "unsupported format 'x' (format). Support: 'chrome_timeline.json', 'memory_flow.svg'",
    () => mindspore().profiler({ format: 'x' } as object)
  ],
  [
    'MegEngine',
    "Profiler was given outputPath 'd' and path: outputPath has a directory for each cycle, path has files " +
      'named by the process. Give one of the two',
    () => mindspore().profiler({ outputPath: 'd', path: 'p' })
  ],
  [
    'MegEngine',
    'trainStep has no profile until a call of it is over: call it first',
    () =>
      createTrace(new RecordingHost(), () => new RecordingHost())(trainStep, {
        profiling: true
      }).getProfile()
  ],
  [
    'MegEngine',
    'trainStep has no profile: trace it with { profiling: true }',
    () => createTrace(new RecordingHost(), () => new RecordingHost())(trainStep).getProfile()
  ]
];

describe.each(ERRORS)('the page for those who come from %s', (upstream, text, call) => {
  it(`quotes the error: ${text}`, () => {
    expect(pageProse(upstream)).toContain(text);
    expect(call).toThrow(text);
  });
});

describe('the pages quote warnings', () => {
  it('of deprecated functions of MXNet', () => {
    mxnet().profiler.profilerSetConfig();
    const text =
      'profiler.profilerSetConfig() is deprecated. Please use profiler.setConfig() instead';
    expect(pageProse('MXNet')).toContain(text);
    expect(mxnet().warnings).toContain(`DeprecationWarning: ${text}`);
  });

  it('of misuse of MXNet’s objects, and of statistics that were not asked for', () => {
    const told: string[] = [];
    const { host, profiler, warnings } = mxnet();
    const { Domain } = createObjects(host.recorder, message => void told.push(message));
    new Domain('net').newTask('load').stop();
    profiler.setState('run');
    profiler.dumps();
    const task = "Task 'load' was stopped without having been started; this changes nothing.";
    const dumps =
      "profiler.dumps() returns '' because setConfig was not given aggregateStats: true.";
    for (const text of [task, dumps]) expect(pageProse('MXNet')).toContain(text);
    expect(told).toEqual([task]);
    expect(warnings).toEqual([`KernelscopeWarning: ${dumps}`]);
  });

  it('of options of PyTorch without effect', () => {
    torch().profile({ with_modules: true }).stop();
    const text = 'profile: withModules is deprecated and has no effect';
    expect(pageProse('PyTorch')).toContain(text);
    expect(torch().warnings).toEqual([text]);
  });

  it('of a machine without a GPU, as PyTorch has them', () => {
    const warnings: string[] = [];
    const told = new SessionWarnings(message => void warnings.push(message));
    told.warnOfActivity('GPU', () => NO_GPU);
    const text = 'CUDA is not available, disabling CUDA profiling.';
    expect(pageProse('PyTorch')).toContain(text);
    expect(warnings).toEqual([`${text} ${NO_GPU.reason}`]);
  });

  it('of options of MindSpore without effect', () => {
    const { profiler, warnings } = mindspore();
    profiler({ activities: ['CPU', 'NPU'], opTime: true, startProfile: false });
    profiler({ l2Cache: true, startProfile: false });
    const texts = [
      "Profiler: the activity 'NPU' has no effect.",
      'Profiler: opTime has no effect. It is for Ascend devices.',
      'Profiler: l2Cache: true has no effect.'
    ];
    for (const text of texts) {
      expect(pageProse('MindSpore')).toContain(text);
      expect(warnings.join('\n')).toContain(text);
    }
  });

  it('of misuse, all in MindSpore’s words', () => {
    for (const text of Object.values(MISUSE)) {
      expect(pageProse('MindSpore')).toContain(`\`${text}\``);
    }
  });
});
