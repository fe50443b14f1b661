import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/** A function as speedscope has it, with what it took, in the unit of its profile. */
interface SpeedscopeFrame {
  readonly name: string;
  getSelfWeight(): number;
  getTotalWeight(): number;
}

interface SpeedscopeProfile {
  getName(): string;
  getWeightUnit(): string;
  forEachFrame(take: (frame: SpeedscopeFrame) => void): void;
}

/** The profiles in a file, as speedscope reads it. */
export interface SpeedscopeGroup {
  readonly profiles: readonly SpeedscopeProfile[];
}

/** speedscope's own importer. The name decides for some formats, as it does for users. */
export type SpeedscopeImporter = (name: string, file: Uint8Array) => Promise<SpeedscopeGroup>;

const RELEASE = path.join(
  path.dirname(createRequire(import.meta.url).resolve('speedscope/package.json')),
  'dist/release'
);

/** Where the page hands a file over: the name of the function that reads it. */
const ENTRY = /loadFileFromBase64:\((\w+),(\w+)\)=>\{this\.loadProfile\(\(\)=>([\w$]+)\(\1,\2\)\)/;

const BEGINNING = '"use strict";(()=>{';

/**
 * Loads the script of speedscope's page, which its package has in one piece, without the page: the importer is ready
 * before anything is drawn.
 */
export function openSpeedscope(): SpeedscopeImporter {
  const script = readdirSync(RELEASE).find(name => /^speedscope-\w+\.js$/.test(name)) ?? '';
  const text = readFileSync(path.join(RELEASE, script), 'utf8');
  const entry = ENTRY.exec(text)?.[3];
  if (entry === undefined || !text.startsWith(BEGINNING)) {
    throw new Error('The script of speedscope is another one: look for its importer again.');
  }
  const page: Record<string, unknown> = { ...PAGE };
  page['window'] = page['self'] = page;
  vm.createContext(page);
  const handed = `${BEGINNING}globalThis.importFile=${entry};`;
  try {
    vm.runInContext(handed + text.slice(BEGINNING.length), page);
  } catch (error) {
    // What it draws on is not there.
    if (page['importFile'] === undefined) throw error;
  }
  const importFile = page['importFile'] as (name: string, text: string) => Promise<SpeedscopeGroup>;
  return (name, file) => importFile(name, Buffer.from(file).toString('base64'));
}

/** Stands for every part of a page: it can be called, made and read, and is nothing. */
const NOTHING: object = new Proxy(() => undefined, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : NOTHING),
  apply: () => NOTHING,
  construct: () => NOTHING,
  set: () => true
});

const nothing = (): void => undefined;

const PAGE = {
  document: NOTHING,
  localStorage: NOTHING,
  location: { hash: '', protocol: 'file:' },
  navigator: { userAgent: '', platform: '' },
  console: { log: nothing, warn: nothing, error: nothing },
  addEventListener: nothing,
  requestAnimationFrame: () => 0,
  ...{ atob, btoa, TextDecoder, TextEncoder, performance, setTimeout, clearTimeout, URL }
};

/** Nanoseconds of a unit. */
const UNITS: Readonly<Record<string, number>> = {
  nanoseconds: 1,
  microseconds: 1e3,
  milliseconds: 1e6,
  seconds: 1e9
};

/** What each function took in all profiles of a file, in nanoseconds, in the order of names; counts are `countNs`. */
export function speedscopeTotals({ profiles }: SpeedscopeGroup, countNs = 1): [string, string][] {
  const sums = new Map<string, { self: number; total: number }>();
  for (const profile of profiles) {
    const unit = UNITS[profile.getWeightUnit()] ?? countNs;
    profile.forEachFrame(frame => {
      const { self, total } = sums.get(frame.name) ?? { self: 0, total: 0 };
      sums.set(frame.name, {
        self: self + unit * frame.getSelfWeight(),
        total: total + unit * frame.getTotalWeight()
      });
    });
  }
  return inOrder(sums);
}

/** Sums by name as text, to the nanosecond, without names that took nothing. */
export function inOrder(
  sums: ReadonlyMap<string, { readonly self: number; readonly total: number }>
): [string, string][] {
  return [...sums]
    .map(([name, { self, total }]): [string, string] => [
      name,
      `${Math.round(self)} of ${Math.round(total)}`
    ])
    .filter(([, text]) => text !== '0 of 0')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
