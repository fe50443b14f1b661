import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GroupState } from './childGroup';
import type { CheckResult } from './checklist';
import { type CheckGroup, GROUPS, STATE_GROUP } from './groups';

/** How all groups are run. */
export interface GroupsOptions {
  readonly quick: boolean;
  /** The only groups to run; null for all. */
  readonly only: readonly string[] | null;
  readonly limitS: number;
  /** Seconds for each group; null for the group's own limit. */
  readonly groupLimitS: number | null;
  readonly json?: string;
  readonly record?: string;
  readonly python: string;
}

/** Exit codes: a failed check comes before one that could not run for want of a GPU. */
const FAILED = 1;
const WITHOUT_GPU = 3;

/** How long a process that was ended may take to be gone, milliseconds. */
const ENDING_MS = 5_000;

const NOTHING: GroupState = { gpus: [], results: [], figures: [], running: null };

/**
 * Runs the groups one after another, each in a process of `program`, and prints the totals. Returns the
 * exit code: 0 if all is well, 1 if a check failed or a group was left out, 3 if there is no GPU.
 */
export async function runAllGroups(program: string, options: GroupsOptions): Promise<number> {
  const groups = GROUPS.filter(group => isWanted(group, options));
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-gpu-'));
  const until = Date.now() + options.limitS * 1000;
  const states: GroupState[] = [];
  let blocked: string | null = null;
  for (const group of groups) {
    const leftMs = until - Date.now();
    const state: GroupState =
      leftMs <= 0
        ? leftOut(group, options.limitS)
        : await runProcess(group, { program, folder, blocked, leftMs, options });
    states.push(state);
    writeStates(states, options.json);
    if (group === STATE_GROUP) blocked = obstacleOf(state);
  }
  rmSync(folder, { recursive: true, force: true });
  return report(states, blocked !== null);
}

function isWanted(group: CheckGroup, { quick, only, record }: GroupsOptions): boolean {
  if (group === STATE_GROUP) return true;
  if (group.name === 'record' && record === undefined) return false;
  return only === null ? group.isQuick || !quick : only.includes(group.name);
}

/** The first check of the state that did not pass; null if all did. */
function obstacleOf({ results }: GroupState): string | null {
  const found = results.find(({ outcome }) => outcome !== 'passed');
  return found === undefined ? null : found.detail;
}

interface ProcessDeps {
  readonly program: string;
  readonly folder: string;
  readonly blocked: string | null;
  readonly leftMs: number;
  readonly options: GroupsOptions;
}

async function runProcess(group: CheckGroup, deps: ProcessDeps): Promise<GroupState> {
  const { program, folder, blocked, leftMs, options } = deps;
  const { python, record, groupLimitS } = options;
  const results = path.join(folder, `${group.name}.json`);
  const args = ['--group', group.name, '--results', results, '--python', python];
  if (blocked !== null) args.push('--blocked', blocked);
  if (record !== undefined) args.push('--record', record);
  const limitMs = Math.min(leftMs, (groupLimitS ?? group.limitS) * 1000);
  const ended = await endOf([program, ...args], limitMs);
  const state = existsSync(results)
    ? (JSON.parse(readFileSync(results, 'utf8')) as GroupState)
    : NOTHING;
  if (ended === null) return state;
  const name = state.running ?? `the checks of ${group.name} ran`;
  return { ...state, results: [...state.results, shownFailure(name, ended)] };
}

function shownFailure(name: string, detail: string): CheckResult {
  console.log(`✗ ${name} (0 ms): ${detail}`);
  return { name, outcome: 'failed', detail, ms: 0 };
}

function leftOut({ name }: CheckGroup, limitS: number): GroupState {
  const result = shownFailure(`the checks of ${name} ran`, `left out: ${limitS} s have passed`);
  return { ...NOTHING, results: [result] };
}

/** How a process ended; null if it ended by itself and well. */
function endOf(args: readonly string[], limitMs: number): Promise<string | null> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    let isCutOff = false;
    const cutOff = `cut off after ${Math.round(limitMs / 1000)} s`;
    const timer = setTimeout(() => {
      isCutOff = true;
      child.kill('SIGKILL');
      setTimeout(() => resolve(`${cutOff}; its process cannot be ended`), ENDING_MS).unref();
    }, limitMs);
    child.on('error', error => resolve(error.message));
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      const how = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      resolve(isCutOff ? cutOff : code === 0 ? null : how);
    });
  });
}

/** Writes what is known so far: what a later group does to the machine loses nothing of it. */
function writeStates(states: readonly GroupState[], json: string | undefined): void {
  if (json === undefined) return;
  const results = states.flatMap(state => state.results);
  const figures = states.flatMap(state => state.figures);
  const [{ gpus }] = states;
  writeFileSync(`${json}.new`, JSON.stringify({ gpus, results, figures }));
  renameSync(`${json}.new`, json);
}

function report(states: readonly GroupState[], isBlocked: boolean): number {
  const results = states.flatMap(state => state.results);
  const count = (of: CheckResult['outcome']) =>
    results.filter(({ outcome }) => outcome === of).length;
  const notRun = count('notRun');
  const left = notRun > 0 ? `, ${notRun} could not run` : '';
  console.log(`${count('passed')} passed, ${count('failed')} failed${left}`);
  if (count('failed') > 0) return FAILED;
  return isBlocked ? WITHOUT_GPU : 0;
}
