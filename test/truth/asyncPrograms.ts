import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinishedProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../support/random';
import { ASYNC_FORMS } from './asyncForms';
import { BUSY_STATEMENTS, MEASURE } from './asyncMeasure';
import { recordedProgram } from './recordedProgram';

/** What a figure may be off by: a share of the right one, and milliseconds. */
const TOLERANCE = { share: 0.1, ms: 5 } as const;

/**
 * Each program is measured so often, and the median of what a figure is off by counts: a pause of the machine
 * falls into one round, and what V8 tells by luck is wrong in most.
 */
const ROUNDS = 3;

/** Programs that run one after another in a process. */
const BATCH = 30;

/** Code that takes its time runs so long each time, from and to, milliseconds. */
const BUSY_MS = [5, 9] as const;

/** The same for code that is shorter than the time between two samples. */
const SHORT_MS = 0.4;

const HEADER =
  "import { createHash } from 'node:crypto';" +
  "import { setTimeout as sleep } from 'node:timers/promises';" +
  'import { begin, DOC, end, keep, load, more, NUMBERS, off, on, ROWS, spin } from "./measure.mjs";';

/** A program that measures its parts, and what belongs to these. */
export interface AsyncProgram {
  readonly title: string;
  readonly file: string;
  readonly code: string;
  readonly busy: readonly BusyPlace[];
  readonly waits: readonly WaitPlace[];
  /** Lines that await, by their names. */
  readonly awaits: ReadonlyMap<string, number>;
}

interface BusyPlace {
  readonly site: number;
  /** Its own line; null where nothing is done. */
  readonly line: number | null;
  readonly functions: readonly string[];
  /** The names of lines that awaited it. */
  readonly awaits: readonly string[];
}

interface WaitPlace {
  readonly site: number;
  readonly lines: readonly number[];
}

/** A figure of a profile beside the right one, milliseconds. */
interface Figure {
  readonly what: string;
  readonly got: number;
  readonly right: number;
  /** Whether the right one is of the same samples, so that no pause of the machine makes a difference. */
  readonly isOfParts?: boolean;
}

/** What programs found out about themselves: milliseconds by the number of a place. */
interface Report {
  /** CPU time, and the time of the clock, of code that ran. */
  readonly busy: readonly (readonly [number, number])[];
  readonly waits: readonly (readonly [number, number])[];
}

/** Makes programs, each of one form, with work of several kinds in it. */
export function generateAsyncPrograms(
  count: number,
  seed: number,
  from: Readonly<Record<string, string>> = ASYNC_FORMS
): AsyncProgram[] {
  const random = seededRandom(seed);
  const forms = Object.entries(from);
  return Array.from({ length: count }, (_, at) => layOut(forms[at % forms.length], at, random));
}

function layOut([title, form]: [string, string], at: number, random: Random): AsyncProgram {
  const busy: BusyPlace[] = [];
  const awaits = new Map<string, number>();
  const waits = new Map<string, { site: number; lines: number[] }>();
  const waitOf = (name: string) => {
    const known = waits.get(name) ?? { site: at * 100 + 50 + waits.size, lines: [] };
    waits.set(name, known);
    return known;
  };
  const lines = form.replaceAll('$', String(at)).trim().split('\n');
  const code = lines.map((text, index) => {
    const line = index + 2;
    for (const [, name] of text.matchAll(/ §(\w+)/g)) waitOf(name).lines.push(line);
    const code = text.replaceAll(/⟦[^⟧]*⟧/g, '');
    for (const [, name] of code.matchAll(/ \^(\w+)/g)) awaits.set(name, line);
    return text
      .replace(/ §\w+/g, '')
      .replace(/ \^\w+$/, '')
      .replace(/⟦(begin|end) (\w+)⟧/g, (_, side: string, name: string) => {
        return `${side}(${waitOf(name).site});`;
      })
      .replace(/⟦(busy|short|idle) ?([^⟧]*)⟧/g, (_, how: string, names: string) => {
        const site = at * 100 + busy.length;
        const all = names.split(' ').filter(Boolean);
        busy.push({
          site,
          line: how === 'idle' ? null : line,
          functions: all.filter(name => !name.startsWith('^')),
          awaits: all.filter(name => name.startsWith('^')).map(name => name.slice(1))
        });
        if (how === 'idle') return '';
        const [least, most] = BUSY_MS;
        const statement = BUSY_STATEMENTS[Math.floor(random() * BUSY_STATEMENTS.length)];
        const longMs = least + Math.floor(random() * (most - least + 1));
        const ms = how === 'short' ? SHORT_MS : longMs;
        return statement.replace(/\bN\b/g, String(site)).replace(/\bMS\b/g, String(ms));
      });
  });
  const file = `program${at}.mjs`;
  return {
    title,
    file,
    code: [HEADER, ...code].join('\n'),
    busy,
    waits: [...waits.values()],
    awaits
  };
}

const mainText = (programs: readonly AsyncProgram[]): string => `
import { writeFileSync } from 'node:fs';
import { report } from './measure.mjs';
for (const file of ${JSON.stringify(programs.map(({ file }) => file))}) {
  await (await import('./' + file)).run();
}
writeFileSync(new URL('report.json', import.meta.url), JSON.stringify(report()));
`;

/** Runs programs one after another in a process under the profiler; the figures of each. */
async function measure(folder: string, programs: readonly AsyncProgram[]): Promise<Figure[][]> {
  writeFileSync(join(folder, 'measure.mjs'), MEASURE);
  for (const { file, code } of programs) writeFileSync(join(folder, file), code);
  const cpu: string[] = [];
  const profile = await recordedProgram(folder, 'main.mjs', mainText(programs), cpu);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  return figuresOf(profile, report, programs);
}

function figuresOf(
  profile: FinishedProfile,
  report: Report,
  programs: readonly AsyncProgram[]
): Figure[][] {
  const [busy, waited] = [report.busy, report.waits].map(each => new Map(each));
  const called = functionsMs(profile, false);
  const awaited = functionsMs(profile, true);
  const waits = waitsMs(profile);
  const linesOf = new Map(programs.map(({ file }) => [file, profile.lines(file)]));
  const totalMs = (file: string, line: number): number => {
    return (linesOf.get(file)?.find(each => each.line === line)?.totalNs ?? 0) / 1e6;
  };
  const all = programs.flatMap(({ file, busy }) =>
    busy.flatMap(({ line }) => (line === null ? [] : [{ file, line }]))
  );
  const allGot = all.reduce((sum, { file, line }) => sum + totalMs(file, line), 0);
  const sum = (of: Map<number, number>): number =>
    [...of.values()].reduce((sum, ms) => sum + ms, 0);
  const figures = programs.map(({ file, busy: places, waits: waitPlaces, awaits }) => {
    const lines = places.flatMap(({ line, site }) => {
      if (line === null) return [];
      return [{ what: `line ${line}`, got: totalMs(file, line), right: busy.get(site) ?? 0 }];
    });
    // what awaits have has to be what the same samples have of the parts
    const isOfParts = awaits.size > 0;
    const partMs = ({ site, line }: BusyPlace): number => {
      if (!isOfParts) return busy.get(site) ?? 0;
      return line === null ? 0 : totalMs(file, line);
    };
    const ofAwaits = [...awaits].map(([name, line]) => {
      const own = places.filter(place => place.awaits.includes(name));
      const right = own.reduce((sum, place) => sum + partMs(place), 0);
      return { what: `the await on line ${line}`, got: totalMs(file, line), right, isOfParts };
    });
    const names = [...new Set(places.flatMap(place => place.functions))];
    const ofFunctions = names.map(name => {
      const own = places.filter(place => place.functions.includes(name));
      const right = own.reduce((sum, place) => sum + partMs(place), 0);
      const functions = isOfParts ? awaited : called;
      return { what: name, got: functions.get(`${name} ${file}`) ?? 0, right, isOfParts };
    });
    const ofWaits = waitPlaces.map(({ site, lines }) => {
      const got = lines.reduce((sum, line) => sum + (waits.get(`${file}:${line}`) ?? 0), 0);
      return { what: `the wait on line ${lines.join(', ')}`, got, right: waited.get(site) ?? 0 };
    });
    const known = new Set(waitPlaces.flatMap(({ lines }) => lines.map(line => `${file}:${line}`)));
    const elsewhere = [...waits].filter(
      ([name]) => name.startsWith(`${file}:`) && !known.has(name)
    );
    const wrong = elsewhere.reduce((sum, [, ms]) => sum + ms, 0);
    return [
      ...lines,
      ...ofAwaits,
      ...ofFunctions,
      ...ofWaits,
      ...(isOfParts ? [] : [{ what: 'waits on other lines', got: wrong, right: 0 }])
    ];
  });
  return [...figures, [{ what: 'all lines', got: allGot, right: sum(busy) }]];
}

/** The time within each function, by its name and file, by samples of the stack, or up the awaits as well. */
function functionsMs({ data }: FinishedProfile, hasAwaiting: boolean): Map<string, number> {
  const { samples, stacks, frames, strings } = data;
  const times = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    const names = new Set<string>();
    let isLast = false;
    for (let at = samples.stack[row]; at >= 0 && !isLast; at = stacks.prefix[at]) {
      const frame = stacks.frame[at];
      names.add(`${strings[frames.name[frame]]} ${strings[frames.file[frame]]}`);
      isLast = stacks.isAwaited[at] === 1 && !hasAwaiting;
    }
    for (const name of names) times.set(name, (times.get(name) ?? 0) + samples.weight[row] / 1e6);
  }
  return times;
}

/** The time of waits by their names. */
function waitsMs({ data }: FinishedProfile): Map<string, number> {
  const { slices, labels, strings } = data;
  const times = new Map<string, number>();
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    if (strings[labels.category[label]] !== 'waiting') continue;
    const name = strings[labels.name[label]];
    times.set(name, (times.get(name) ?? 0) + slices.duration[row] / 1e6);
  }
  return times;
}

const isOff = ({ got, right }: Figure): number =>
  Math.abs(got - right) / (TOLERANCE.share * right + TOLERANCE.ms);

/** The figures of one program that are off in most rounds, as text, and the number of all. */
interface Verdict {
  readonly count: number;
  readonly wrong: readonly string[];
  /** Those that no pause excuses. */
  readonly wrongOfParts: readonly string[];
}

function judge(title: string, rounds: readonly (readonly Figure[])[]): Verdict {
  const wrong: string[] = [];
  const wrongOfParts: string[] = [];
  rounds[0].forEach(({ what, isOfParts }, at) => {
    const figures = rounds.map(round => round[at]).sort((a, b) => isOff(a) - isOff(b));
    const middle = figures[Math.floor(figures.length / 2)];
    if (isOff(middle) <= 1) return;
    const texts = figures.map(({ got, right }) => `${got.toFixed(1)} for ${right.toFixed(1)} ms`);
    (isOfParts ? wrongOfParts : wrong).push(`${title}, ${what}: ${texts.join(', ')}`);
  });
  return { count: rounds[0].length, wrong, wrongOfParts };
}

/** Generated programs that a file measures. */
interface MeasuredPrograms {
  readonly count: number;
  readonly seed: number;
  /** Default: those of {@link ASYNC_FORMS}. */
  readonly forms?: Readonly<Record<string, string>>;
  /** The part of all figures that has to be right: waits last by the clock, so that some are off on a busy machine. */
  readonly right: number;
}

/** Declares that the lines, functions and waits of generated asynchronous programs are right. */
export function testAsyncPrograms({ count, seed, forms, right }: MeasuredPrograms): void {
  const programs = generateAsyncPrograms(count, seed, forms);
  let folder: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-async-')));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('asynchronous programs have the times that their parts measured', () => {
    const verdicts: Verdict[] = [];

    for (let from = 0; from < count; from += BATCH) {
      const batch = programs.slice(from, from + BATCH);
      const title = `programs ${from + 1} to ${from + batch.length} run to their ends`;
      test(title, { timeout: 600_000 }, async () => {
        const rounds: Figure[][][] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(folder, batch));
        const titles = [...batch.map(({ title, file }) => `${file} (${title})`), 'all'];
        titles.forEach((title, at) => {
          verdicts.push(
            judge(
              title,
              rounds.map(round => round[at])
            )
          );
        });
      });
    }

    test(`in at least ${right * 100} of 100 figures`, () => {
      const wrong = verdicts.flatMap(verdict => verdict.wrong);
      const figures = verdicts.reduce((sum, verdict) => sum + verdict.count, 0);
      expect(figures).toBeGreaterThan(count);
      const mayBeWrong = Math.ceil(figures * (1 - right));
      expect(wrong.length <= mayBeWrong ? [] : wrong).toEqual([]);
      expect(verdicts.flatMap(verdict => verdict.wrongOfParts)).toEqual([]);
    });
  });
}
