import { messageOf } from '../../../../base/errors';
import type { ProfileStatus } from '../../../../model/profile/profile';
import type { Batch } from './batches';
import type { CycleFacts } from './cycleRows';
import { type QueryRow, type RowDatabase, type StepRange, inSteps, selectRows } from './rowSql';
import type { SourceState } from './sourceState';

/** A cycle whose rows an earlier call has read. */
export interface KnownCycle {
  readonly batch: Batch;
  readonly facts: CycleFacts;
  /** Its steps, of those that were asked for. */
  readonly steps: number;
  readonly source: SourceState;
}

/** The result of {@link readKnownCycles}. */
export interface KnownCycles {
  /** By id, each from the last batch that has it. */
  readonly cycles: ReadonlyMap<string, KnownCycle>;
  /** Batches that could not be read, a sentence each. */
  readonly notes: readonly string[];
}

/** The cycles in completed batches. One that cannot be read is left out, and its directories are read again. */
export async function readKnownCycles(
  database: RowDatabase,
  batches: readonly Batch[],
  range: StepRange | null
): Promise<KnownCycles> {
  const cycles = new Map<string, KnownCycle>();
  const notes: string[] = [];
  for (const batch of batches) {
    try {
      const rows = await database.select(cyclesQuery(database, batch, range));
      rows.forEach(row => cycles.set(String(row['cycle_id']), knownCycle(batch, row)));
    } catch (error) {
      notes.push(`${batch.folder} was left out: ${messageOf(error)}`);
    }
  }
  return { cycles, notes };
}

/** The cycle whose rows are known and still those of its directory, or null; one that was recovered never is. */
export function unchangedCycle(
  { cycles }: KnownCycles,
  cycleId: string,
  now: SourceState
): KnownCycle | null {
  const known = cycles.get(cycleId);
  if (known === undefined || known.facts.isRecovered) return null;
  const { sizeBytes, changedAtMs } = known.source;
  return sizeBytes === now.sizeBytes && changedAtMs === now.changedAtMs ? known : null;
}

function cyclesQuery(database: RowDatabase, batch: Batch, range: StepRange | null): string {
  const where = range ? `WHERE ${inSteps('step', range)}` : '';
  return (
    `SELECT c.*, COALESCE(s.steps, 0) AS steps FROM (${selectRows(database, [batch], 'cycles')}) AS c ` +
    'LEFT JOIN (SELECT cycle_id, COUNT(*) AS steps ' +
    `FROM (${selectRows(database, [batch], 'steps')}) ${where} GROUP BY cycle_id) AS s ` +
    'ON s.cycle_id = c.cycle_id'
  );
}

function knownCycle(batch: Batch, row: QueryRow): KnownCycle {
  const rank = row['recorded_rank'];
  return {
    batch,
    facts: {
      host: String(row['host']),
      pid: Number(row['pid']),
      rank: rank === null ? null : Number(rank),
      startedAtMs: Number(row['started_at_ms']),
      durationNs: Number(row['duration_ns']),
      slices: Number(row['slices']),
      status: String(row['status']) as ProfileStatus,
      isRecovered: row['recovered'] === true
    },
    steps: Number(row['steps']),
    source: {
      sizeBytes: Number(row['source_bytes']),
      changedAtMs: Number(row['source_changed_ms'])
    }
  };
}
