/**
 * A program that tells the CPU time of its thread in each of its loops, in microseconds: `{ cold, first, second }`. Linux
 * brings that time up to date when it is asked for the times of the process.
 */
export const PLANTED = `import { readFileSync } from 'node:fs';
import { scale } from './scale';

interface Work {
  readonly size: number;
}

const spent = { cold: 0, first: 0, second: 0 };
function now(): number {
  process.cpuUsage();
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e3;
}

export function cold({ size }: Work): number {
  let sum = 0;
  const begin = now();
  for (let i = 0; i < size; i++) sum += Math.sqrt(i);
  spent.cold += now() - begin;
  return sum;
}

export function mixed({ size }: Work): number {
  let sum = 0;
  const begin = now();
  for (let i = 0; i < size; i++) sum += Math.sqrt(i);
  spent.first += now() - begin;
  const again = now();
  for (let i = 0; i < size * 3; i++) sum += Math.sqrt(i);
  spent.second += now() - again;
  return sum;
}

export const all = (): string => {
  for (let i = 0; i < 20; i++) cold({ size: 1e5 }) + mixed({ size: 1e5 });
  cold({ size: scale }) + mixed({ size: scale });
  return JSON.stringify(spent);
};
`;

/** What it imports. */
export const SCALE = `export const scale: number = 5e7;\n`;

/** The same in syntax that has to be compiled: enums, namespaces, decorators, parameter properties. */
export const COMPILED = `${PLANTED}
enum Answer { No, Yes }
namespace Names { export const yes = 'Yes'; }
const seal = (_target: unknown): void => undefined;
@((target: typeof Sealed) => seal(target))
class Sealed { constructor(readonly answer: Answer) {} }
if (Answer[new Sealed(Answer.Yes).answer] === Names.yes) console.log(all());
`;

/** What the program tells. */
export interface Spent {
  readonly cold: number;
  readonly first: number;
  readonly second: number;
}

/** The lines of a text that contain a word, counted from 1. */
export function linesWith(text: string, word: string): number[] {
  return text.split('\n').flatMap((line, at) => (line.includes(word) ? [at + 1] : []));
}

/** The shares of the three loops by the lines of `text` on which they stand, in their order. */
export function sharesOfLoops(text: string, { cold, first, second }: Spent): Map<number, number> {
  const whole = cold + first + second;
  const shares = [cold / whole, first / whole, second / whole];
  return new Map(linesWith(text, 'sum += Math.sqrt').map((line, at) => [line, shares[at]]));
}

/** The shares of both functions by the lines of `text` on which they begin. */
export function sharesOfFunctions(
  text: string,
  { cold, first, second }: Spent
): Map<number, number> {
  const share = cold / (cold + first + second);
  const shares = [share, 1 - share];
  return new Map(linesWith(text, 'export function ').map((line, at) => [line, shares[at]]));
}
