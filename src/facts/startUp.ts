import {
  list,
  number,
  record,
  type Schema,
  text,
  type ValueOf,
  wholeNumber,
  checkNumber,
  MAX_NAME_LENGTH
} from '../schema/schema';
import { type Fact, type FactRun, NOT_SHOWN, timeInWhole } from './shared/fact';
import { COLUMN_SOURCES } from './shared/columnSources';

/** Bounds of a {@link StartUp}. */
export const START_UP_LIMITS = { runs: 10_000, lines: 10_000 } as const;

const TIMES = record({
  pid: wholeNumber(),
  /** Nanoseconds from the origin of the profile, `fromNs` ≤ `untilNs`. */
  fromNs: number(),
  untilNs: number()
});

/** When one run of a program began its own code: until then Node, a compiler and packages were loaded. */
export type StartUpRun = ValueOf<typeof TIMES>;

const RUN: Schema<StartUpRun> = {
  check(value, place) {
    TIMES.check(value, place);
    const { fromNs, untilNs } = value as StartUpRun;
    checkNumber(untilNs, `${place}, untilNs,`, fromNs);
  }
};

const LINE = record({
  file: text(MAX_NAME_LENGTH),
  /** One-based. */
  line: wholeNumber(1),
  ownNs: number(),
  totalNs: number()
});

/** What of a line's times in `Profile.lineTotals` is the loading of packages that it imports, nanoseconds. */
export type ImportingLine = ValueOf<typeof LINE>;

const SCHEMA = record({
  /** One for each run of the program. */
  runs: list(RUN, START_UP_LIMITS.runs),
  /** Lines of the user's own code. */
  lines: list(LINE, START_UP_LIMITS.lines)
});

/** The start of a program, which is none of the work that it does. */
export type StartUp = ValueOf<typeof SCHEMA>;

/** The part of a profile. */
export interface StartUpPart {
  /** When the program's own code began; absent in what is no program. */
  readonly startUp?: StartUp;
}

/** When a program's own code began; `analysis/stacks/programPart.ts` leaves out what came before. */
export const START_UP = {
  ...NOT_SHOWN,
  name: 'startUp',
  source: { name: 'cpuSampler', title: COLUMN_SOURCES.cpuSampler, isLate: true },
  schema: SCHEMA,
  addsMembers: false,
  merge: mergeStartUps
} as const satisfies Fact<StartUpPart>;

function mergeStartUps(all: readonly FactRun<StartUpPart>[]): StartUpPart {
  const known = all.flatMap(({ parts, shiftNs }) =>
    parts.startUp ? [{ ...parts.startUp, shiftNs }] : []
  );
  if (known.length === 0) return {};
  const runs = known.flatMap(each =>
    each.runs.map(({ pid, fromNs, untilNs }) => {
      return { pid, fromNs: timeInWhole(fromNs, each), untilNs: timeInWhole(untilNs, each) };
    })
  );
  const lines = new Map<string, ImportingLine>();
  for (const line of known.flatMap(each => each.lines)) {
    const key = `${line.line} ${line.file}`;
    const before = lines.get(key) ?? { ownNs: 0, totalNs: 0 };
    lines.set(key, {
      ...line,
      ownNs: before.ownNs + line.ownNs,
      totalNs: before.totalNs + line.totalNs
    });
  }
  return {
    startUp: {
      runs: runs.slice(0, START_UP_LIMITS.runs),
      lines: [...lines.values()].slice(0, START_UP_LIMITS.lines)
    }
  };
}
