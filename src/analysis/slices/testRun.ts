import { oncePer } from '../../base/oncePer';
import { ANONYMOUS, TOP_LEVEL } from '../../model/profile/frameNames';
import { WAITING_CATEGORY } from '../../model/profile/categories';
import { rowsWhere } from '../../model/profile/columns';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { sourceLines } from '../../model/profile/sourceText';
import { type Intervals, NO_TIME, unionOf } from './intervals';

/** Runners of tests, by the files of those functions of theirs that call a test. */
const RUNNERS: readonly (readonly [runner: string, files: string])[] = [
  ['Vitest', 'node_modules/@vitest/runner/'],
  ['Jest', 'node_modules/jest-circus/'],
  ['Jest', 'node_modules/jest-jasmine2/'],
  ['Mocha', 'node_modules/mocha/'],
  ['node:test', 'node:internal/test_runner/']
];

/** Runners by the files of all that they do beside their tests, too. */
const PARTS_OF_RUNNERS: readonly (readonly [runner: string, files: RegExp])[] = [
  ['Vitest', /^node_modules\/(?:vitest|@vitest\/runner)\//],
  ['Jest', /^node_modules\/(?:@jest\/core|jest-(?:cli|runner|circus|jasmine2))\//],
  ['Mocha', /^node_modules\/mocha\//],
  ['node:test', /^node:internal\/test_runner\//]
];

/** A test: a function that the runner has called. */
export interface TestTime {
  readonly file: string;
  /** The one-based line on which its function begins. */
  readonly line: number;
  /** Its title, or the name of the hook, such as `beforeEach`, if that stands on the line in a source that the profile has; else ''. */
  readonly title: string;
  /** How long it ran and waited, in all its runs, nanoseconds. */
  readonly timeNs: number;
  /** The number of samples and waits that tell so. */
  readonly signs: number;
}

export interface TestFileTime {
  readonly file: string;
  readonly timeNs: number;
}

/** The tests that a program ran. */
export interface TestRun {
  readonly runner: string;
  /** The slowest first; none where all are shorter than a sample. */
  readonly tests: readonly TestTime[];
  readonly files: readonly TestFileTime[];
  /** The rows of the tracks of threads that ran tests, that with the most of their time first, and then those that loaded files of such. */
  readonly threads: readonly number[];
  /** When any test ran: the rest is the runner's. */
  readonly times: Intervals;
}

/**
 * The tests that were recorded, by the functions that a runner of tests has called; null for a program that is none.
 * A test lasts from one sample of its function, or wait in it, to the next, unless those of another test are between them;
 * tests that are shorter than a sample are missing.
 */
export const testRun = oncePer(findTests);

function findTests(profile: Profile): TestRun | null {
  const called = profile.meta.cell === null ? calledTests(profile) : null;
  if (called === null) return shortTests(profile);
  const signs = signsOf(profile, called.frames);
  const stretches = testStretches(signs);
  const timesNs = sumsOf(stretches, ({ test }) => test);
  const threadNs = sumsOf(stretches, ({ thread }) => thread);
  const tests = [...timesNs].map(([frame, timeNs]) => ({
    ...testAt(profile, frame),
    timeNs,
    signs: signs.filter(({ test }) => test === frame).length
  }));
  const files = new Map<string, number>();
  for (const { file, timeNs } of tests) files.set(file, (files.get(file) ?? 0) + timeNs);
  const running = [...threadNs].sort(([, a], [, b]) => b - a).map(([thread]) => thread);
  const threads = [...new Set([...running, ...loadingThreads(profile, modulesOfTests(profile))])];
  const inOrder = stretches.sort((a, b) => a.fromNs - b.fromNs);
  return {
    runner: called.runner,
    tests: tests.sort(bySlowness),
    files: [...files].map(([file, timeNs]) => ({ file, timeNs })).sort(bySlowness),
    threads,
    times: unionOf(inOrder.map(({ fromNs, toNs }) => [fromNs, toNs] as const))
  };
}

/**
 * Those of a runner, all of which are shorter than a sample: of the user's code, only modules have run, and what these called
 * when the runner loaded them; null for none.
 */
function shortTests(profile: Profile): TestRun | null {
  const { stacks, frames, strings, meta } = profile;
  if (meta.cell !== null) return null;
  const seen = [...new Set(stacks.frame)];
  const found = PARTS_OF_RUNNERS.find(([, files]) =>
    seen.some(frame => files.test(strings[frames.file[frame]]))
  );
  if (found === undefined) return null;
  const topLevel = strings.indexOf(TOP_LEVEL);
  const modules = modulesOfTests(profile);
  const isCode = (frame: number, row: number): boolean =>
    modules[row] !== Part.module &&
    frames.kind[frame] === FrameKind.user &&
    frames.name[frame] !== topLevel;
  if (stacks.frame.some(isCode)) return null;
  const threads = [...loadingThreads(profile, modules)];
  return { runner: found[0], tests: [], files: [], threads, times: NO_TIME };
}

function sumsOf(
  stretches: readonly TestStretch[],
  keyOf: (stretch: TestStretch) => number
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const each of stretches) {
    sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + each.toNs - each.fromNs);
  }
  return sums;
}

const bySlowness = (a: { readonly timeNs: number }, b: { readonly timeNs: number }): number =>
  b.timeNs - a.timeNs;

/** In place of a frame: none. */
const NONE = -1;

/** The test on each stack, as the frame of its function or {@link NONE}; null where no runner has called any. */
function calledTests(
  profile: Profile
): { readonly runner: string; readonly frames: Int32Array } | null {
  const { stacks, frames, strings } = profile;
  const runners = Int8Array.from(strings, text =>
    RUNNERS.findIndex(([, at]) => text.startsWith(at))
  );
  if (runners.every(runner => runner < 0)) return null;
  const callers = new Int8Array(stacks.length).fill(NONE);
  const tests = new Set<number>();
  const used = new Set<number>();
  const topLevel = strings.indexOf(TOP_LEVEL);
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row];
    const caller = stacks.prefix[row] < 0 ? NONE : callers[stacks.prefix[row]];
    const runner = runners[frames.file[frame]];
    const kind = frames.kind[frame];
    if (runner >= 0) callers[row] = runner;
    else if (kind === FrameKind.runtime || kind === FrameKind.native) callers[row] = caller;
    else if (kind === FrameKind.user && caller >= 0 && frames.name[frame] !== topLevel) {
      tests.add(frame);
      used.add(caller);
    }
  }
  const [runner = callers.find(caller => caller >= 0)] = used;
  const resumed = resumedTests(profile, tests);
  if (runner === undefined || tests.size + resumed.size === 0) return null;
  const known = [...tests];
  const testOf = new Map(known.map(frame => [frame, frame]));
  for (const frame of resumed) testOf.set(frame, startedTest(profile, known, frame));
  const outermost = outermostOf(profile, testOf);
  return { runner: RUNNERS[runner][0], frames: outermost.map(frame => testOf.get(frame) ?? NONE) };
}

/** Names of files that have tests. */
const TEST_FILE = /\.(?:test|spec)\.\w+$|(?:^|\/)__tests__\//;

/** The part of a run of tests that a stack is in. */
const Part = { other: 0, runner: 1, module: 2 } as const;

/** Stacks that a runner is on, and those with the top level of a file with tests, or of a module that a runner has loaded. */
function modulesOfTests({ stacks, frames, strings }: Profile): Uint8Array {
  const isRunner = strings.map(text => PARTS_OF_RUNNERS.some(([, files]) => files.test(text)));
  const parts = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const [frame, above] = [stacks.frame[row], stacks.prefix[row]];
    const file = frames.file[frame];
    const outer = above < 0 ? Part.other : parts[above];
    const isTopLevel = strings[frames.name[frame]] === TOP_LEVEL;
    const isOwn = frames.kind[frame] === FrameKind.user;
    const isLoaded = isOwn && isTopLevel && outer === Part.runner;
    if (outer === Part.module || isLoaded || (isTopLevel && TEST_FILE.test(strings[file]))) {
      parts[row] = Part.module;
    } else if (!isOwn && (isRunner[file] || outer === Part.runner)) parts[row] = Part.runner;
  }
  return parts;
}

/** The threads that loaded modules for tests, each of which may be shorter than a sample. */
function loadingThreads({ samples }: Profile, modules: Uint8Array): ReadonlySet<number> {
  const isWanted = (row: number): boolean =>
    samples.stack[row] >= 0 && modules[samples.stack[row]] === Part.module;
  return new Set([...rowsWhere(samples.length, isWanted)].map(row => samples.track[row]));
}

/** What compilers call the functions by which code goes on after an `await` in JavaScript without it. */
const RESUMING =
  /^(?:fulfilled|rejected|step|verb|asyncGeneratorStep|_next|_throw|tryCatch|invoke|next|_?_?awaiter|__generator|_(?:ts|async_to|asyncTo)_?[gG]enerator)$/;

/** Packages that have such functions. */
const RESUMING_FILE =
  /(?:^|\/)node_modules\/(?:tslib|@swc\/helpers|@babel\/runtime|regenerator-runtime)\//;

/**
 * Nameless functions of files with tests that nobody calls, or only what compilers have in the place of an `await`:
 * tests that go on after one.
 */
function resumedTests(profile: Profile, tests: ReadonlySet<number>): ReadonlySet<number> {
  const { stacks, frames, strings } = profile;
  const files = new Set(Array.from(tests, frame => frames.file[frame]));
  const isTest = strings.map((text, row) => files.has(row) || TEST_FILE.test(text));
  const resumes = (frame: number): boolean => {
    const file = frames.file[frame];
    const isNamed = RESUMING.test(strings[frames.name[frame]]);
    // what a compiler adds is on no line of the source
    return isTest[file] ? isNamed || frames.line[frame] === 0 : RESUMING_FILE.test(strings[file]);
  };
  const found = new Set<number>();
  const isResumed = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row];
    const isBelow = stacks.prefix[row] < 0 || isResumed[stacks.prefix[row]] === 1;
    const kind = frames.kind[frame];
    const isOfNode = kind === FrameKind.native || kind === FrameKind.runtime;
    if (!isBelow) continue;
    if (resumes(frame) || (isOfNode && stacks.prefix[row] >= 0)) isResumed[row] = 1;
    else if (isTest[frames.file[frame]] && strings[frames.name[frame]] === ANONYMOUS) {
      found.add(frame);
    }
  }
  return found;
}

/** The test that a resumed function is a part of: the last one that begins before it in its file; else itself. */
function startedTest({ frames }: Profile, known: readonly number[], resumed: number): number {
  const before = known.filter(
    test => frames.file[test] === frames.file[resumed] && frames.line[test] <= frames.line[resumed]
  );
  return before.reduce(
    (last, test) => (last === resumed || frames.line[test] > frames.line[last] ? test : last),
    resumed
  );
}

/** The outermost frame of a set on each stack: a test that goes on after an `await` has no caller. */
function outermostOf({ stacks }: Profile, wanted: ReadonlyMap<number, number>): Int32Array {
  const found = new Int32Array(stacks.length).fill(NONE);
  for (let row = 0; row < stacks.length; row++) {
    const above = stacks.prefix[row] < 0 ? NONE : found[stacks.prefix[row]];
    const frame = stacks.frame[row];
    found[row] = above >= 0 || !wanted.has(frame) ? above : frame;
  }
  return found;
}

/** A time in which a test is known to have run or waited. */
interface TestStretch {
  readonly test: number;
  readonly thread: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/** The samples and waits of tests. */
function signsOf(profile: Profile, tests: Int32Array): TestStretch[] {
  const { samples, slices, sliceStacks, labels, strings, tracks } = profile;
  const signs: TestStretch[] = [];
  for (let row = 0; row < samples.length; row++) {
    const test = samples.stack[row] < 0 ? NONE : tests[samples.stack[row]];
    if (test < 0) continue;
    const fromNs = samples.time[row];
    signs.push({ test, thread: samples.track[row], fromNs, toNs: fromNs + samples.weight[row] });
  }
  for (let row = 0; row < sliceStacks.length; row++) {
    const slice = sliceStacks.slice[row];
    const test = tests[sliceStacks.stack[row]];
    const isWait = strings[labels.category[slices.label[slice]]] === WAITING_CATEGORY;
    if (!isWait || test < 0) continue;
    const { kind, parent } = tracks[slices.track[slice]];
    const thread = kind === 'waiting' ? parent : slices.track[slice];
    const fromNs = slices.start[slice];
    signs.push({ test, thread, fromNs, toNs: fromNs + slices.duration[slice] });
  }
  return signs;
}

/** The stretches from one sign of a test to its last before one of another test of the same thread. */
function testStretches(signs: readonly TestStretch[]): TestStretch[] {
  const stretches: TestStretch[] = [];
  const inOrder = [...signs].sort((a, b) => a.thread - b.thread || a.fromNs - b.fromNs);
  for (const sign of inOrder) {
    const last = stretches.at(-1);
    const isSame = last !== undefined && last.test === sign.test && last.thread === sign.thread;
    if (!isSame) stretches.push(sign);
    else stretches.splice(-1, 1, { ...last, toNs: Math.max(last.toNs, sign.toNs) });
  }
  return stretches;
}

function testAt(profile: Profile, frame: number): Pick<TestTime, 'file' | 'line' | 'title'> {
  const { frames, strings, sourceTexts } = profile;
  const file = strings[frames.file[frame]];
  const line = frames.line[frame];
  const text = sourceTexts.find(each => each.file === file)?.text ?? '';
  const code = sourceLines(text).at(line - 1) ?? '';
  const title = TITLE.exec(code)?.groups?.['title'] ?? HOOK.exec(code)?.[0] ?? '';
  return { file, line, title };
}

/** The title in the call that defines a test. */
const TITLE = /\b(?:test|it|specify)\b[^'"`]*?(?<quote>['"`])(?<title>.*?)(?<!\\)\k<quote>/;

/** The call that defines what runs before or after tests. */
const HOOK = /\b(?:before|after)(?:Each|All)?(?=\()/;
