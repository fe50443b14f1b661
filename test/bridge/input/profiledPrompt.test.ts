import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import type { Profile } from '../../../src/model/profile/profile';
import { sampleOf } from '../../support/tiers';
import { Questions } from './questions';

/** How long the user takes to answer, milliseconds. */
const THINKS_MS = 1500;

const user = Questions.use();

/** Runs a profiled cell with one prompt in line 2; its profile, and the text that it printed. */
async function profiled(magic: string, before: string): Promise<Profile> {
  const { kernel } = user;
  const count = kernel.questions.length + 1;
  const id = user.submit(
    `${magic}\n${before}const answer${count} = prompt("Number?");\n` +
      `let sum${count} = 0; for (let i = 0; i < 2e8; i++) sum${count} += i % 7;\n` +
      `console.log('got', answer${count});`
  );
  const question = await user.next();
  await sleep(THINKS_MS);
  kernel.answer('42', question);
  expect(await user.textOf(id)).toContain('got 42\n');
  await kernel.execute(
    'import { profile } from "kernelscope";\nprofile.last?.save("last.kscope");'
  );
  return loadProfile(path.join(kernel.process.folder, 'last.kscope')).data;
}

/** Time of the samples for which the thread was idle, and of those within code, milliseconds. */
function sampledMs({ samples }: Profile): { idle: number; busy: number } {
  const found = { idle: 0, busy: 0 };
  for (let row = 0; row < samples.length; row++) {
    found[samples.stack[row] < 0 ? 'idle' : 'busy'] += samples.weight[row] / 1e6;
  }
  return found;
}

/** The waits of the cell by place, milliseconds, those that matter. */
function waitsOf({ slices, labels, strings, tracks }: Profile): Record<string, number> {
  const waits: Record<string, number> = {};
  for (let row = 0; row < slices.length; row++) {
    if (tracks[slices.track[row]].kind !== 'waiting') continue;
    const name = strings[labels.name[slices.label[row]]];
    waits[name] = (waits[name] ?? 0) + slices.duration[row] / 1e6;
  }
  return Object.fromEntries(Object.entries(waits).filter(([, ms]) => ms > THINKS_MS / 2));
}

const PLACES = [
  ['after an await', 'await new Promise(r => setTimeout(r, 5)); '],
  ['in the synchronous part', '']
];

test.each(sampleOf(PLACES, 2))(
  'the time of a prompt %s is waiting, at its line, and nobody’s work',
  async (_where, before) => {
    const profile = await profiled('%%profile', before);
    const { idle, busy } = sampledMs(profile);
    expect(idle).toBeGreaterThan(THINKS_MS * 0.8);
    expect(busy).toBeGreaterThan(0);
    const waits = waitsOf(profile);
    expect(Object.keys(waits)).toEqual([expect.stringMatching(/^Cell \[\d+\]:2$/)]);
    expect(Object.values(waits)[0]).toBeGreaterThan(THINKS_MS * 0.8);
    expect(idle + busy).toBeLessThan(profile.meta.durationNs / 1e6 + 1);
  }
);
