import { renameSync, writeFileSync } from 'node:fs';
import { cuda } from '../../src/index';
import { messageOf } from '../../src/base/errors';
import { type CheckResult, Checklist, type GpuFigure } from './checklist';
import { GROUPS, runGroup } from './groups';

/** What the process of a group writes about itself, after each check. */
export interface GroupState {
  readonly gpus: readonly string[];
  readonly results: readonly CheckResult[];
  readonly figures: readonly GpuFigure[];
  /** The check that runs; null between checks and at the end. */
  readonly running: string | null;
}

/** How a group is run in this process. */
export interface ChildGroupOptions {
  /** The file for the {@link GroupState}. */
  readonly results: string;
  /** Why no check can run here; undefined if they can. */
  readonly blocked?: string;
  readonly python: string;
  readonly record?: string;
  /** The probe of the only experiment to run; undefined for all. */
  readonly experiment?: string;
}

/** Runs the group of that name; 1 if something outside of the checks failed, else 0. */
export async function runAlone(name: string, options: ChildGroupOptions): Promise<number> {
  const { results, blocked, python, record, experiment } = options;
  const write = (running: string | null) => {
    const state: GroupState = { gpus: namesOfGpus(), ...shown(list), running };
    writeFileSync(`${results}.new`, JSON.stringify(state));
    renameSync(`${results}.new`, results);
  };
  const list = new Checklist({ print: line => console.log(line), changed: write });
  if (blocked !== undefined) list.block(blocked);
  const group = GROUPS.find(each => each.name === name);
  if (group === undefined) throw new Error(`there is no group ${name}`);
  try {
    await runGroup(group, { list, python, record, experiment });
  } catch (error) {
    const detail = messageOf(error);
    list.add({ name: `the checks of ${name} ran`, outcome: 'failed', detail, ms: 0 });
  }
  write(null);
  return 0;
}

const shown = ({ results, figures }: Checklist) => ({ results, figures });

function namesOfGpus(): string[] {
  try {
    return cuda.status().devices.map(({ name }) => name);
  } catch {
    return [];
  }
}
