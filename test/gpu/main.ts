import { parseArgs } from 'node:util';
import { runAlone } from './childGroup';
import { runAllGroups } from './groupProcesses';
import { runProbe } from './probes';

/** What `npm run test:gpu` is told: see `scripts/testGpu.mjs`. */
const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    record: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    quick: { type: 'boolean', default: false },
    /** Names of groups, apart by commas: no other group runs. */
    only: { type: 'string' },
    /** Seconds for all groups; those that have not begun by then are left out. */
    limit: { type: 'string', default: '3600' },
    /** Seconds for each group; its own limit unless given. */
    'group-limit': { type: 'string' },
    /** Of a process that the program starts itself: the group, its file of results, and its obstacle. */
    group: { type: 'string' },
    results: { type: 'string', default: '' },
    blocked: { type: 'string' },
    /** The probe of the only experiment to run. */
    experiment: { type: 'string' },
    /** Of a process that an experiment starts: the probe. */
    probe: { type: 'string' }
  }
});

async function main(): Promise<number> {
  const { group, probe } = options;
  if (probe !== undefined) return runProbe(probe);
  if (group !== undefined) return runAlone(group, options);
  return runAllGroups(__filename, {
    ...options,
    only: options.only?.split(',') ?? null,
    limitS: Number(options.limit),
    groupLimitS: options['group-limit'] === undefined ? null : Number(options['group-limit'])
  });
}

// A group that hangs in the driver may keep its process for ever: this one does not wait for it.
void main().then(code => process.exit(code));
