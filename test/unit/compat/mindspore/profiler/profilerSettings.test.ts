import { describe, expect, it } from 'vitest';
import type { GpuAvailability } from '../../../../../src/engine/recording/gpuAvailability';
import {
  AicoreMetrics,
  GpuMetrics,
  ProfilerActivity,
  ProfilerLevel
} from '../../../../../src/compat/mindspore/profiler/profilerEnums';
import { ProfilerOptionError } from '../../../../../src/compat/mindspore/profiler/profilerErrors';
import { readProfilerSettings } from '../../../../../src/compat/mindspore/profiler/profilerSettings';
import { ProfilerArgumentError } from '../../../../../src/engine/arguments/argumentErrors';
import { OutputFormatError } from '../../../../../src/engine/arguments/outputFormats';
import { ActivityError } from '../../../../../src/compat/torch/activities';
import { ConflictingOptionsError } from '../../../../../src/compat/torch/sessionOptions';

const NO_GPU: GpuAvailability = { isFound: false, reason: 'There is no driver.' };
const GPU: GpuAvailability = { isFound: true };

const read = (options?: unknown, gpu: GpuAvailability = NO_GPU) =>
  readProfilerSettings(options, gpu);

describe('the options of Profiler', () => {
  it.each([undefined, {}])('have their defaults with %j', options => {
    expect(read(options)).toMatchObject({
      startProfile: true,
      output: { kind: 'tree', outputPath: './data' },
      activities: new Set(['CPU']),
      schedule: null,
      onTraceReady: null,
      dataSimplification: true,
      dataProcess: false,
      isAlone: true,
      showsMemory: false,
      warnings: [],
      recording: {
        operators: true,
        gc: false,
        api: false,
        cpuIntervalUs: null,
        memoryPeriodMs: null,
        tensorMemory: false,
        stacks: false,
        untilSettled: true
      }
    });
  });

  it('have the activity GPU as well where a GPU is found', () => {
    expect(read({}, GPU).activities).toEqual(new Set(['CPU', 'GPU']));
  });

  it.each([
    ['Level0', { operators: true, api: false, gc: false, cpuIntervalUs: null }],
    ['Level1', { operators: true, api: true, gc: true, cpuIntervalUs: null }],
    ['Level2', { operators: true, api: true, gc: true, cpuIntervalUs: 'auto' }],
    ['level0', { api: false }],
    ['level1', { api: true, cpuIntervalUs: null }],
    [ProfilerLevel.Level2, { cpuIntervalUs: 'auto' }]
  ])('profilerLevel %s records what its level says', (profilerLevel, recording) => {
    expect(read({ profilerLevel }).recording).toMatchObject(recording);
  });

  it('withStack records stacks of operators, and CPU samples', () => {
    const { recording } = read({ withStack: true });
    expect(recording).toMatchObject({ stacks: true, cpuIntervalUs: 'auto' });
  });

  it('profileMemory records the memory of tensors and of the process', () => {
    const { recording, showsMemory } = read({ profileMemory: true });
    expect(recording).toMatchObject({ tensorMemory: true, memoryPeriodMs: 10 });
    expect(showsMemory).toBe(true);
  });

  it('without the activity CPU record no work of the CPU', () => {
    const { recording } = read({ activities: ['GPU'], profilerLevel: 'Level2' }, GPU);
    expect(recording).toMatchObject({ operators: false, api: false, cpuIntervalUs: null });
  });

  it('syncEnable false times what starts operators alone', () => {
    expect(read({ syncEnable: false }).recording).toMatchObject({ untilSettled: false });
  });

  it('parallelStrategy records attached threads and processes as well', () => {
    expect(read({ parallelStrategy: true }).isAlone).toBe(false);
  });

  it('are kept with the profile as text, without functions and folders', () => {
    const options = {
      profilerLevel: 'Level1',
      activities: ['CPU'],
      withStack: true,
      outputPath: '/somewhere',
      onTraceReady: () => undefined
    };
    expect(read(options).recording.optionTexts).toEqual({
      profilerLevel: 'Level1',
      activities: 'CPU',
      withStack: 'true'
    });
  });

  it.each([
    [{ path: 'out' }, { path: 'out', formats: ['chrome_timeline.json'], sampleRate: 0 }],
    [{ format: 'memory_flow.svg' }, { path: 'profile', formats: ['memory_flow.svg'] }],
    [
      { formats: ['memoryFlow.svg', 'chromeTimeline.json'] },
      { formats: ['memory_flow.svg', 'chrome_timeline.json'] }
    ],
    [{ sampleRate: 5 }, { sampleRate: 5, profileDevice: true }],
    [{ profileDevice: false }, { profileDevice: false }]
  ])('choose MegEngine’s layout with %j', (options, output) => {
    const settings = read(options);
    expect(settings.output).toMatchObject({ kind: 'files', ...output });
    expect(settings.isAlone).toBe(false);
    expect(settings.recording).toMatchObject({ tensorMemory: true });
    expect(settings.warnings).toEqual([]);
  });

  it('take the memory each sampleRate operators, and with 0 not at all', () => {
    expect(read({ sampleRate: 5 }).recording.memoryEveryOperators).toBe(5);
    expect(read({ sampleRate: 0 }).recording.memoryEveryOperators).toBeNull();
  });

  it.each(['None', 'none', 'AiCoreNone', 'aiCoreNone', null, GpuMetrics.AiCoreNone])(
    'gpuMetrics %s is none, with and without a GPU',
    gpuMetrics => {
      expect(read({ gpuMetrics }).warnings).toEqual([]);
      expect(read({ aicoreMetrics: gpuMetrics }).warnings).toEqual([]);
    }
  );

  it.each([
    [{ activities: ['CPU', 'GPU'] }, "the activity 'GPU' has"],
    [{ activities: ['CPU', 'CUDA'] }, "the activity 'GPU' has"],
    [
      { activities: ['CPU', 'GPU'], gpuMetrics: 'memoryL0' },
      "the activity 'GPU' and gpuMetrics: 'MemoryL0' have"
    ],
    [{ l2Cache: true }, 'l2Cache: true has'],
    [{ gpuMetrics: 'Memory' }, "gpuMetrics: 'Memory' has"],
    [{ aicore_metrics: 'Memory', pcie: true }, "gpuMetrics: 'Memory' and pcie: true have"],
    [{ hbmDdr: true, pcie: true }, 'hbmDdr: true and pcie: true have'],
    [{ profileDevice: true }, 'profileDevice: true has']
  ])('answer with a reason where there is no GPU: %j', (options, what) => {
    const { warnings, recording } = read(options);
    expect(warnings).toEqual([`Profiler: ${what} no effect. There is no driver.`]);
    expect(recording.gpu).toMatchObject({ isRequired: true });
    expect(read(options, GPU).warnings).toEqual([]);
  });
});

describe('options for devices that are not recorded', () => {
  it.each([
    [{ aicoreMetrics: 'Memory' }, "gpuMetrics: 'Memory' has"],
    [{ l2Cache: true }, 'l2Cache: true has'],
    [{ hbmDdr: true }, 'hbmDdr: true has'],
    [{ pcie: true, l2_cache: true }, 'l2Cache: true and pcie: true have']
  ])('warn with the reason, with and without a GPU: %j', (options, what) => {
    const alone = { ...options, activities: ['CPU'] };
    const found = read(alone, GPU);
    expect(found.warnings).toEqual([
      `Profiler: ${what} no effect. The activities are CPU, without GPU.`
    ]);
    expect(found.recording.gpu).toBeNull();
    expect(read(alone).warnings).toEqual([`Profiler: ${what} no effect. There is no driver.`]);
  });

  const NO_NPU =
    "Profiler: the activity 'NPU' has no effect. There are no Ascend devices here, whose work it is.";

  it.each([NO_GPU, GPU])('go on without an NPU, and say why: %j', gpu => {
    const both = read({ activities: ['CPU', 'NPU'], profileMemory: true }, gpu);
    expect(both.warnings).toEqual([NO_NPU]);
    expect(both.activities).toEqual(new Set(['CPU']));
    const alone = read({ activities: [ProfilerActivity.NPU] }, gpu);
    expect(alone.warnings).toEqual([NO_NPU]);
    expect(alone.activities).toEqual(new Set());
    expect(alone.recording).toMatchObject({ operators: false, cpuIntervalUs: null, gpu: null });
    expect(() => read({ activities: ['NPU', 'NPU'] })).toThrow(ActivityError);
  });

  it('go on without the settings of Ascend, and say which', () => {
    const options = { op_time: true, profileFramework: 'all', ascend_job_id: 'a' };
    const { warnings } = read(options);
    expect(warnings).toEqual([
      'Profiler: profileFramework, opTime and ascendJobId have no effect. They are for Ascend devices.'
    ]);
    expect(read({ profileCommunication: true }).warnings).toEqual([
      'Profiler: profileCommunication has no effect. It is for Ascend devices.'
    ]);
  });
});

describe('what Profiler records of GPUs', () => {
  const gpuOf = (options: unknown, gpu: GpuAvailability = GPU) => read(options, gpu).recording.gpu;

  it('is nothing where there is none and none is asked for', () => {
    expect(gpuOf({}, NO_GPU)).toBeNull();
    expect(gpuOf({ path: 'out', profilerLevel: 'Level2' }, NO_GPU)).toBeNull();
  });

  it('are kernels alone with level 0', () => {
    expect(gpuOf({})).toEqual({
      isRequired: true,
      level: 0,
      operatorIds: true,
      waits: false,
      memory: false,
      graphs: 'nodes',
      counters: false,
      pcie: false,
      metrics: []
    });
  });

  it.each([
    ['Level1', { level: 1, waits: false, counters: true }],
    ['Level2', { level: 2, waits: true, counters: true }]
  ])('is more with %s', (profilerLevel, gpu) => {
    expect(gpuOf({ profilerLevel })).toMatchObject(gpu);
  });

  it('has memory with profileMemory, and in MegEngine’s files', () => {
    expect(gpuOf({ profileMemory: true })).toMatchObject({ memory: true });
    expect(gpuOf({ path: 'out' })).toMatchObject({ memory: true });
  });

  it('is nothing with the activity CPU alone, and without profileDevice', () => {
    expect(gpuOf({ activities: ['CPU'] })).toBeNull();
    expect(gpuOf({ profileDevice: false })).toBeNull();
    expect(gpuOf({ profileDevice: true })).toMatchObject({ level: 0 });
  });

  it('samples what goes over PCIe where that is asked for', () => {
    expect(gpuOf({ pcie: true })).toMatchObject({ pcie: true });
  });

  it.each([
    [{ gpuMetrics: 'pipeUtilization' }, ['PipeUtilization']],
    [{ aicoreMetrics: 'MemoryUB' }, ['MemoryUB']],
    [{ l2Cache: true }, ['L2Cache']],
    [{ gpuMetrics: 'L2Cache', l2Cache: true }, ['L2Cache']],
    [{ gpuMetrics: 'Memory', l2Cache: true, hbmDdr: true }, ['Memory', 'L2Cache', 'HbmDdr']]
  ])('has the metrics of %j', (options, metrics) => {
    expect(gpuOf(options)).toMatchObject({ metrics });
  });
});

describe('bad options of Profiler are refused', () => {
  it.each([
    [{ profileMemory: true, activities: ['GPU'] }, NO_GPU, /^profileMemory: true .* CPU, not GPU/],
    [
      { profileMemory: true, activities: ['CPU'] },
      GPU,
      /needs the activities CPU and GPU, not CPU/
    ],
    [{ withStack: true, activities: ['GPU'] }, NO_GPU, /^withStack: true .* CPU, not GPU/],
    [{ path: 'a', outputPath: 'b' }, NO_GPU, /given outputPath 'b' and path: /],
    [{ sampleRate: 3, outputPath: 'b' }, NO_GPU, /given outputPath 'b' and sampleRate: /]
  ])('that do not go together: %j', (options, gpu, text) => {
    expect(() => read(options, gpu)).toThrow(ProfilerArgumentError);
    expect(() => read(options, gpu)).toThrow(text);
  });

  it('when the two names of the metrics differ', () => {
    const options = { gpuMetrics: 'Memory', aicoreMetrics: 'L2Cache', activities: ['CPU', 'GPU'] };
    expect(() => read(options)).toThrow(ConflictingOptionsError);
  });

  it.each([
    [{ profilerLevel: 'Level3' }, /^Invalid value for profilerLevel: 'Level3'\. .*Did you mean/],
    [{ profilerLevel: 0 }, /^Invalid value for profilerLevel: '0'\. It is 'Level0', /],
    [{ gpuMetrics: 'Speed' }, /^Invalid value for gpuMetrics: 'Speed'/],
    [{ aicoreMetrics: 'arithmetic' }, /^Invalid value for aicoreMetrics: 'arithmetic'/]
  ])('whose value is none of the valid ones: %j', (options, text) => {
    expect(() => read(options)).toThrow(ProfilerOptionError);
    expect(() => read(options)).toThrow(text);
  });

  it.each([
    [{ activities: ['CPU', 'CPU'] }, 'activities names CPU more than once'],
    [{ activities: ['GPU', 'CUDA'] }, 'activities names GPU more than once'],
    [{ activities: ['TPU'] }, 'Unknown activity: TPU'],
    [{ activities: [] }, 'activities is empty'],
    [{ activities: 'CPU' }, "activities must be an array of 'CPU'"]
  ])('whose activities are not valid: %j', (options, text) => {
    expect(() => read(options)).toThrow(ActivityError);
    expect(() => read(options)).toThrow(text);
  });

  it.each<readonly [unknown, string]>([
    [{ startProfile: 1 }, "Invalid Parameter format for startProfile expect boolean but value='1'"],
    [{ outputPath: '' }, "for outputPath expect string but value=''"],
    [{ outputPath: 5 }, "for outputPath expect string but value='5'"],
    [{ path: 'a\0b' }, 'Invalid path for path: "a\\u0000b"'],
    [{ schedule: {} }, 'for schedule expect function but value='],
    [{ onTraceReady: 'x' }, "for onTraceReady expect function but value='x'"],
    [{ sampleRate: -1 }, "for sampleRate expect whole number, 0 or more but value='-1'"],
    [{ sampleRate: 1.5 }, "for sampleRate expect whole number, 0 or more but value='1.5'"],
    [{ profileDevice: 'no' }, "for profileDevice expect boolean but value='no'"],
    ...['profileMemory', 'withStack', 'dataSimplification', 'l2Cache', 'hbmDdr', 'pcie'].map(
      name => [{ [name]: 'yes' }, `for ${name} expect boolean but value='yes'`] as const
    ),
    ...['dataProcess', 'parallelStrategy', 'syncEnable'].map(
      name => [{ [name]: 0 }, `for ${name} expect boolean but value='0'`] as const
    ),
    [{ profile_memor: true }, 'Profiler has no option profile_memor. Did you mean profileMemory?'],
    [{ outptPath: 'a' }, 'Profiler has no option outptPath. Did you mean outputPath?'],
    ['Level0', 'Profiler takes one object of named options: got Level0']
  ])('by their names and values: %j', (options, text) => {
    expect(() => read(options)).toThrow(ProfilerArgumentError);
    expect(() => read(options)).toThrow(text);
  });

  it.each([{ format: 'pdf' }, { formats: ['chrome_timeline.json', 'pdf'] }, { formats: 'pdf' }])(
    'whose format is unknown: %j',
    options => {
      expect(() => read(options)).toThrow(OutputFormatError);
      expect(() => read(options)).toThrow(/pdf/);
    }
  );
});

describe('the names of members', () => {
  it('are the same under both names of the metrics, and cannot be changed', () => {
    expect(AicoreMetrics).toBe(GpuMetrics);
    expect(AicoreMetrics.AiCoreNone).toBe(GpuMetrics.None);
    for (const members of [ProfilerLevel, ProfilerActivity, GpuMetrics]) {
      expect(Object.isFrozen(members)).toBe(true);
    }
  });
});
