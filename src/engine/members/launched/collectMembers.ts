import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../base/errors';
import { formatCount, formatDuration } from '../../../base/text';
import { NS_PER_MS } from '../../../base/time';
import type { Profile, SourceReport } from '../../../model/profile/profile';
import { loadProfile } from '../../results/loadProfile';
import { type MemberProfiles, NO_MEMBERS } from '../memberRecordings';
import { asProfileOfThread, completeMember, unpackProfile } from '../memberProfile';
import {
  type Claim,
  END_OF_RUN,
  MOST_MEMBERS,
  ask,
  collectedFile,
  countBeyond,
  emptyFile,
  finalFile,
  hasRequest,
  isSettled,
  liveFile,
  readClaims,
  recoveredFile,
  unseenCpuNs
} from './memberFiles';

/** Time for processes that outlive the program to save their recordings, milliseconds. */
const SAVING_MS = 3000;

/** CPU time below which no note is made, such as that of a few shells, nanoseconds. */
const LEAST_UNSEEN_NS = 200 * NS_PER_MS;

/** CPU time that a member may use after its count, nanoseconds. */
const ENDING_NS = 50 * NS_PER_MS;

/** Time between two checks, milliseconds. */
const LOOK_MS = 20;

/** Told where the folder is gone, and with it what anybody left there. */
const REMOVED =
  'Threads and processes that the program started, if any, are missing: the temporary folder of the recording was removed meanwhile';

/** Maximum number of members whose losses a profile lists individually. */
const MOST_TOLD = 5;

interface Outcome {
  readonly profile?: Profile;
  readonly problem?: string;
}

/**
 * The recordings that the members of a program have left in `folder`, once it has ended: processes that
 * are still running are asked for theirs, and stop recording. Missing ones whose titles are among
 * `attached` are not mentioned. Never rejects.
 */
export async function collectMembers(
  folder: string,
  ownPid: number,
  attached: readonly string[] = []
): Promise<MemberProfiles> {
  if (!hasRequest(folder)) return { ...NO_MEMBERS, report: reportOf([], [REMOVED], 0) };
  await endOutliving(folder);
  const claims = [...readClaims(folder)].sort(byNumber);
  const outcomes = claims
    .map(member => ({ title: shortTitle(member), ...outcomeOf(folder, member, ownPid) }))
    .filter(({ title, profile }) => profile !== undefined || !attached.includes(title));
  const beyond = countBeyond(folder);
  const unseenNs = unseenCpuNs(folder, claims);
  const leastNs = LEAST_UNSEEN_NS + claims.length * ENDING_NS;
  const unseen = unseenNs < leastNs ? [] : [unseenText(unseenNs)];
  if (claims.length + beyond + unseen.length === 0) return NO_MEMBERS;
  const profiles = outcomes.flatMap(({ profile }) => profile ?? []);
  const titles = outcomes.flatMap(({ profile, title }) => (profile === undefined ? [] : title));
  const problems = outcomes.flatMap(({ problem }) => problem ?? []);
  const report = reportOf(profiles, [...unseen, ...problems], beyond);
  return { profiles, titles, report, soundChannels: new Set() };
}

/** The title that an attached thread or process has. */
function shortTitle({ threadId, pid, title }: Claim): string {
  return threadId > 0 ? title : `process ${pid}`;
}

function unseenText(cpuNs: number): string {
  const used = formatDuration(cpuNs);
  return `CPU outside this program: ${used} in child processes that were not recorded, as they are not Node's, were killed or run with --permission`;
}

function byNumber(a: Claim, b: Claim): number {
  return a.pid - b.pid || a.threadId - b.threadId;
}

async function endOutliving(folder: string): Promise<void> {
  const waiting = readClaims(folder).filter(
    member =>
      member.threadId === 0 &&
      existsSync(liveFile(folder, member)) &&
      !isSettled(folder, member) &&
      isAlive(member)
  );
  for (const member of waiting) ask(folder, member, END_OF_RUN);
  const untilMs = Date.now() + SAVING_MS;
  while (Date.now() < untilMs) {
    if (waiting.every(member => isSettled(folder, member) || !isAlive(member))) return;
    await sleep(LOOK_MS);
  }
}

function isAlive({ pid }: Claim): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function outcomeOf(folder: string, member: Claim, ownPid: number): Outcome {
  const title = titleOf(member, ownPid);
  const recovered = recoveredFile(folder, member);
  const kept = (why: string): Outcome => {
    const { data } = loadProfile(recovered);
    const isThread = member.threadId > 0;
    // Its sources are joined with those of the program, of which none of this is true.
    const sources = data.sources.map(report =>
      report.status === 'ok' ? report : { ...report, message: `${title}: ${report.message}` }
    );
    const whole = { ...data, sources };
    const profile = isThread ? asProfileOfThread(whole) : whole;
    const alone = isThread ? 'it has CPU samples alone, and ' : '';
    const without = data.samples.length > 0 ? alone : 'it has no CPU samples, and ';
    const problem = `${title} ${why}: ${without}its last second is missing`;
    return { profile, problem };
  };
  const whereDamaged = (damage: string): Outcome =>
    existsSync(recovered)
      ? kept(`left a profile that is damaged (${damage})`)
      : { problem: `${title} is missing: ${damage}` };
  try {
    if (existsSync(finalFile(folder, member))) {
      const final = finalOf(folder, member);
      const collected = collectedFile(folder, member);
      return 'damage' in final
        ? whereDamaged(final.damage)
        : completed(final, { title, collected });
    }
    if (existsSync(emptyFile(folder, member))) {
      return { problem: `${title} ${readFileSync(emptyFile(folder, member), 'utf8')}` };
    }
    return existsSync(recovered) ? kept('was killed') : { problem: lost(member, title) };
  } catch (error) {
    return { problem: `${title} is missing: ${messageOf(error)}` };
  }
}

function finalOf(folder: string, member: Claim): Profile | { readonly damage: string } {
  try {
    return unpackProfile(readFileSync(finalFile(folder, member)));
  } catch (error) {
    return { damage: messageOf(error) };
  }
}

/** A final profile with what was collected beside it; the rest of it is there where that cannot be read. */
function completed(
  profile: Profile,
  { title, collected }: { readonly title: string; readonly collected: string }
): Outcome {
  if (!existsSync(collected)) return { profile };
  try {
    return { profile: completeMember(profile, readFileSync(collected)) };
  } catch (error) {
    const problem = `${title} has no CPU samples and no waits: ${messageOf(error)}`;
    return { profile, problem };
  }
}

function titleOf({ title, pid, threadId }: Claim, ownPid: number): string {
  return threadId > 0 && pid !== ownPid ? `${title} of process ${pid}` : title;
}

function lost(member: Claim, title: string): string {
  if (member.threadId > 0) {
    return `${title} is missing: it did not save its recording in time, or its process was killed`;
  }
  return isAlive(member)
    ? `${title} is missing: it is still running, and did not save its recording in time`
    : `${title} is missing: it was killed, or ended before it could be recorded`;
}

function reportOf(
  profiles: readonly Profile[],
  problems: readonly string[],
  beyond: number
): SourceReport {
  const records = profiles.reduce(
    (sum, { slices, samples }) => sum + slices.length + samples.length,
    0
  );
  const told = problems.slice(0, MOST_TOLD);
  const more = problems.length - told.length;
  if (more > 0) told.push(`${formatCount(more)} more are incomplete`);
  if (beyond > 0) {
    const most = `at most ${MOST_MEMBERS} are`;
    told.push(`${formatCount(beyond)} more threads and processes were not recorded: ${most}`);
  }
  const status = told.length === 0 ? 'ok' : 'partial';
  return { source: 'workers', status, message: told.map(each => `${each}.`).join(' '), records };
}
