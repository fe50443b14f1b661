import { describe, expect, it } from 'vitest';
import { DumpsOptionError } from '../../../../src/engine/results/dumpsOptions';
import {
  ArgumentsError,
  ArgumentTypeError,
  ArgumentValueError,
  DumpPeriodError,
  OptionGivenTwiceError,
  ProfilerArgumentError,
  TooManyArgumentsError,
  UnknownArgumentError
} from '../../../../src/engine/arguments/argumentErrors';
import { NoAttachedProcessError } from '../../../../src/compat/mxnet/processCommand';
import { ProfilerNotRunError } from '../../../../src/compat/mxnet/ownProfiler';
import { ProfilerStateError } from '../../../../src/compat/mxnet/config';
import { KernelscopeError } from '../../../../src/base/errors';
import { slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

/** The function as it is called from code that no type checker has seen. */
function untyped(name: string): (...args: readonly unknown[]) => unknown {
  const functions = test().profiler as unknown as Record<
    string,
    (...a: readonly unknown[]) => unknown
  >;
  return functions[name];
}

function errorOf(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
}

const POSSIBLE = `Possible Arguments:
----------------
profileAll : boolean, optional, default=false
    Profile all. Default is false.
profileSymbolic : boolean, optional, default=true
    Profile operators inside compiled graphs. Default is true.
profileImperative : boolean, optional, default=true
    Profile eager operators. Default is true.
profileMemory : boolean, optional, default=true
    Profile memory. Default is true.
profileApi : boolean, optional, default=true
    Profile calls into the API of libraries. Default is true.
filename : string, optional, default='profile.json'
    File name to write profiling info.
gpuMemoryProfileFilenamePrefix : string, optional, default='gpu_memory_profile'
    File name prefix to write the memory profile.
continuousDump : boolean, optional, default=true
    Periodically dump profiling data to file while running. Default is true.
dumpPeriod : float, optional, default=1
    When continuous dump is enabled, the seconds between subsequent dumps.
aggregateStats : boolean, optional, default=false
    Let dumps return aggregate statistics. Default is false.
profileProcess : {'server', 'worker'}, optional, default='worker'
    Specifies which process to profile: worker: this is default, this process. server: the threads and processes given to profiler.attach.`;

/** A line of the golden list of errors: what is called, the class and the text of its error. */
type ErrorCase = readonly [
  call: string,
  args: readonly unknown[],
  type: new (...args: never[]) => Error,
  message: string
];

const CASES: readonly ErrorCase[] = [
  [
    'dumps',
    [{ format: 'xml' }],
    DumpsOptionError,
    "Invalid value provided for format: xml. Support: 'table', 'json'"
  ],
  [
    'dumps',
    [{ sortBy: 'name' }],
    DumpsOptionError,
    "Invalid value provided for sortBy: name. Support: 'total', 'avg', 'min', 'max', 'count'"
  ],
  [
    'dumps',
    [{ ascending: 'yes' }],
    DumpsOptionError,
    'Invalid value provided for ascending: yes. Support: false, true'
  ],
  [
    'dumps',
    [{ ascending: 1 }],
    DumpsOptionError,
    'Invalid value provided for ascending: 1. Support: false, true'
  ],
  [
    'dumps',
    [{ reset: 'yes' }],
    DumpsOptionError,
    'Invalid value provided for reset: yes. Support: false, true'
  ],
  [
    'dumps',
    [{ compat: 'torch' }],
    DumpsOptionError,
    "Invalid value provided for compat: torch. Support: 'mxnet'"
  ],
  ['dumps', [1], DumpsOptionError, 'Invalid value provided for reset: 1. Support: false, true'],
  ['dump', [], ProfilerNotRunError, "Profiler hasn't been run. Config and start profiler first"],
  [
    'dump',
    [true, 'worker', 1],
    TooManyArgumentsError,
    'dump takes finished and profileProcess, by position or as one object: got 3 arguments'
  ],
  [
    'dump',
    [{ profileProcess: 'worker', profile_process: 'worker' }],
    OptionGivenTwiceError,
    'dump was given the option profileProcess twice, once as in Python'
  ],
  [
    'dump',
    [{ finished: 1 }],
    ArgumentTypeError,
    "Invalid Parameter format for finished expect boolean but value='1'"
  ],
  [
    'setState',
    ['pause'],
    ProfilerStateError,
    "Unknown profiler state: pause. Support: 'run', 'stop'"
  ],
  ['setState', ['RUN'], ProfilerStateError, "Unknown profiler state: RUN. Support: 'run', 'stop'"],
  ['setState', [null], ProfilerStateError, "Unknown profiler state: null. Support: 'run', 'stop'"],
  ['setState', [1], ProfilerStateError, "Unknown profiler state: 1. Support: 'run', 'stop'"],
  [
    'setState',
    ['stop', { profileProcess: 'x' }],
    ArgumentValueError,
    "Invalid Input: 'x', valid values are: {'server', 'worker'}"
  ],
  [
    'pause',
    [{ profileProcess: 'x' }],
    ArgumentValueError,
    "Invalid Input: 'x', valid values are: {'server', 'worker'}"
  ],
  [
    'resume',
    [{ profileProcess: 7 }],
    ArgumentValueError,
    "Invalid Input: '7', valid values are: {'server', 'worker'}"
  ],
  ['setConfig', [{ foo: 1 }], UnknownArgumentError, `Cannot find argument 'foo', ${POSSIBLE}`],
  [
    'setConfig',
    [{ profile_al: true }],
    UnknownArgumentError,
    `Cannot find argument 'profile_al', ${POSSIBLE}\n\nDid you mean profileAll?`
  ],
  [
    'setConfig',
    [{ profileAll: 'maybe' }],
    ArgumentTypeError,
    "Invalid Parameter format for profileAll expect boolean but value='maybe'"
  ],
  [
    'setConfig',
    [{ profileAll: 2 }],
    ArgumentTypeError,
    "Invalid Parameter format for profileAll expect boolean but value='2'"
  ],
  [
    'setConfig',
    [{ profileMemory: null }],
    ArgumentTypeError,
    "Invalid Parameter format for profileMemory expect boolean but value='null'"
  ],
  [
    'setConfig',
    [{ dumpPeriod: 'x' }],
    ArgumentTypeError,
    "Invalid Parameter format for dumpPeriod expect float but value='x'"
  ],
  [
    'setConfig',
    [{ dumpPeriod: NaN }],
    ArgumentTypeError,
    "Invalid Parameter format for dumpPeriod expect float but value='NaN'"
  ],
  [
    'setConfig',
    [{ dumpPeriod: Infinity, continuousDump: false }],
    ArgumentTypeError,
    "Invalid Parameter format for dumpPeriod expect float but value='Infinity'"
  ],
  [
    'setConfig',
    [{ dumpPeriod: 0 }],
    DumpPeriodError,
    'Check failed: !continuousDump || dumpPeriod > 0: dumpPeriod is 0 (seconds). ' +
      'Give a number above 0, or set continuousDump: false.'
  ],
  [
    'setConfig',
    [{ dumpPeriod: -2.5, continuousDump: true }],
    DumpPeriodError,
    'Check failed: !continuousDump || dumpPeriod > 0: dumpPeriod is -2.5 (seconds). ' +
      'Give a number above 0, or set continuousDump: false.'
  ],
  [
    'setConfig',
    [{ filename: '' }],
    ArgumentTypeError,
    "Invalid Parameter format for filename expect string but value=''"
  ],
  [
    'setConfig',
    [{ filename: ['a'] }],
    ArgumentTypeError,
    "Invalid Parameter format for filename expect string but value='an array'"
  ],
  [
    'setConfig',
    [{ profileProcess: 'foo' }],
    ArgumentValueError,
    "Invalid Input: 'foo', valid values are: {'server', 'worker'}"
  ],
  [
    'setConfig',
    ['profile.json'],
    ArgumentsError,
    'setConfig takes one object of named options: got profile.json'
  ],
  ['setConfig', [null], ArgumentsError, 'setConfig takes one object of named options: got null'],
  ['setConfig', [[]], ArgumentsError, 'setConfig takes one object of named options: got an array'],
  [
    'setConfig',
    [new Map()],
    ArgumentsError,
    'setConfig takes one object of named options: got a Map'
  ],
  [
    'profilerSetConfig',
    [{ mode: 'x' }],
    UnknownArgumentError,
    `Cannot find argument 'profileX', ${POSSIBLE}`
  ]
];

const NO_PROCESS =
  'No worker, child or cluster process is attached: call profiler.attach(...) first';

const SERVER_CASES: readonly (readonly [call: string, args: readonly unknown[]])[] = [
  ['setConfig', [{ profileProcess: 'server' }]],
  ['setState', ['run', { profileProcess: 'server' }]],
  ['pause', [{ profileProcess: 'server' }]],
  ['resume', [{ profileProcess: 'server' }]],
  ['dump', [{ profileProcess: 'server' }]]
];

describe('the errors of MXNet’s profiler, in our names', () => {
  it.each(CASES)('%s(%j) is refused with the valid values', (call, args, type, message) => {
    const error = errorOf(() => untyped(call)(...args));
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(KernelscopeError);
    expect(error.name).toBe(type.name);
    expect(error.message).toBe(message);
  });

  it.each(SERVER_CASES)('%s(%j) says that nothing is attached', (call, args) => {
    const error = errorOf(() => untyped(call)(...args));
    expect(error).toBeInstanceOf(NoAttachedProcessError);
    expect(error.message).toContain(NO_PROCESS);
  });

  it('accepts a dump period that is not above 0 without continuous dumping', () => {
    expect(() =>
      test().profiler.setConfig({ dumpPeriod: -1, continuousDump: false })
    ).not.toThrow();
  });

  it('accepts no options, an empty object and undefined values', () => {
    const { profiler } = test();
    expect(() => profiler.setConfig()).not.toThrow();
    expect(() => profiler.setConfig({})).not.toThrow();
    expect(() => profiler.setConfig({ filename: undefined })).not.toThrow();
  });

  it("gives '' for dumps before any configuration, also with reset, and warns of nothing", () => {
    const { profiler, warnings } = test();
    expect(profiler.dumps()).toBe('');
    expect(profiler.dumps({ reset: true })).toBe('');
    expect(profiler.dumps({ reset: true })).toBe('');
    expect(warnings).toEqual([]);
  });

  it("gives '' for dumps without aggregateStats, and says so once", () => {
    const { profiler, warnings } = test();
    profiler.setConfig({ continuousDump: false, profileMemory: false });
    profiler.setState('run');
    profiler.setState('stop');
    expect(profiler.dumps()).toBe('');
    expect(profiler.dumps({ reset: true })).toBe('');
    expect(warnings).toEqual([
      "KernelscopeWarning: profiler.dumps() returns '' because setConfig was not given aggregateStats: true."
    ]);
  });

  it('changes nothing when options are refused', () => {
    const { profiler, range, file } = test();
    const filename = file('kept.json');
    profiler.setConfig({ filename, continuousDump: false, profileMemory: false });
    expect(() => untyped('setConfig')({ filename: file('b.json'), foo: 1 })).toThrow(
      ProfilerArgumentError
    );
    expect(() => untyped('setState')('run', { profileProcess: 'x' })).toThrow();
    expect(profiler.state).toBe('stop');
    profiler.setState('run');
    range('work', () => undefined);
    expect(() => untyped('dump')({ finish: true })).toThrow("Cannot find argument 'finish'");
    expect(profiler.state).toBe('run');
    profiler.dump();
    expect(slicesIn(filename)).toEqual(['work']);
  });

  it('lets a dump after the finished one write the same file, where MXNet fails', () => {
    const { profiler, file } = test();
    profiler.setConfig({ filename: file('a.json'), continuousDump: false, profileMemory: false });
    profiler.setState('run');
    expect(profiler.dump()).toEqual(profiler.dump());
  });
});
