/** Code that takes its time on one line: `N` is the number of its place, `MS` how long it takes. */
export const BUSY_STATEMENTS: readonly string[] = [
  'spin(N, MS);',
  'on(N); while (more(N, MS)) keep(JSON.parse(DOC)); off(N);',
  'on(N); while (more(N, MS)) keep(JSON.stringify(ROWS)); off(N);',
  'on(N); while (more(N, MS)) keep([...NUMBERS].sort((a, b) => a - b)); off(N);',
  "on(N); while (more(N, MS)) keep(createHash('sha256').update(DOC).digest()); off(N);",
  "on(N); while (more(N, MS)) keep(DOC.replace(/[aeiou]/g, 'x')); off(N);",
  'on(N); while (more(N, MS)) { let x = 0; for (let i = 0; i < 10_000; i++) x += Math.sqrt(i); keep(x); } off(N);'
];

/**
 * What programs measure themselves by: the CPU time of the thread, and for waits the time of the clock. That of the
 * process has threads of V8 and of the profiler in it; to ask for it brings that of the thread up to date.
 */
export const MEASURE = `
import { readFileSync } from 'node:fs';
const busy = new Map();
const waits = new Map();
const open = new Map();
let busyMs = 0;
let startCpu = 0;
let startMs = 0;
const now = () => performance.now();
const running = () => (process.threadCpuUsage === undefined ? busyMs : cpu());
const cpu = () => {
  process.cpuUsage();
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
};
const add = (map, key, value) => map.set(key, (map.get(key) ?? 0) + value);
export function on() {
  startMs = now();
  startCpu = cpu();
}
export const more = (_, ms) => cpu() - startCpu < ms;
export function off(key) {
  add(busy, key, cpu() - startCpu);
  busyMs += now() - startMs;
}
export let kept;
export const keep = value => {
  kept = value;
};
export function spin(key, ms) {
  on();
  let value = 0;
  while (more(key, ms)) for (let i = 0; i < 20_000; i++) value += Math.sqrt(i);
  keep(value);
  off(key);
}
export const begin = key => open.set(key, now() - running());
export const end = key => add(waits, key, now() - running() - open.get(key));
export const ROWS = Array.from({ length: 1500 }, (_, i) => ({ i, s: 'a name of ' + i }));
export const DOC = JSON.stringify(ROWS);
export const NUMBERS = Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3001);
export const load = async url => (await fetch(url)).json();
export const report = () => ({ busy: [...busy], waits: [...waits] });
`;
