import { tracingChannel } from 'node:diagnostics_channel';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../../../src/engine/arguments/recordingOptions';
import { createRange } from '../../../../src/engine/annotate/range';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { sampleOf } from '../../../support/tiers';
import { createInstrument } from '../../../../src/sources/operators/instrument';

const QUIET = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false },
  ...{ requests: false, workers: false }
} as const;

let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

type Order = 'inside' | 'around';

type Choice = Readonly<Record<'operators' | 'api' | 'shapes', boolean>>;

const CHOICES: readonly Choice[] = Array.from({ length: 8 }, (_, bits) => ({
  operators: (bits & 1) > 0,
  api: (bits & 2) > 0,
  shapes: (bits & 4) > 0
}));

const quiet = (choice: Choice): Partial<RecordingOptions> => ({
  ...{ ...QUIET, ...choice },
  graphOperators: choice.operators
});

/** What a program leaves in a recording of its own, or beside another that is open longer or shorter. */
function record(own: Choice, other: Choice | null, order: Order = 'inside'): Profile {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const library = { scale: (by: number) => new Float32Array(4).fill(by) };
  const { restore } = createInstrument(host.hooks)(library);
  const before = other && order === 'inside' ? host.start(quiet(other)) : null;
  const recording = host.start(quiet(own));
  const later = other && order === 'around' ? host.start(quiet(other)) : null;
  range('step', () => library.scale(2));
  library.scale(3);
  later?.stop();
  const { data } = recording.stop();
  before?.stop();
  restore();
  return validateProfile(data);
}

/** Slices with their arguments and causes, and counters: what does not depend on time. */
function contentOf({ slices, labels, strings, args, counters, flows }: Profile): unknown {
  const nameOf = (row: number): string => {
    const label = slices.label[row];
    return `${strings[labels.category[label]]}/${strings[labels.name[label]]}`;
  };
  return {
    slices: Array.from(slices.label, (_, row) => {
      const parent = slices.parent[row] < 0 ? '-' : nameOf(slices.parent[row]);
      const own = Array.from(args.slice).flatMap((slice, arg) =>
        slice === row
          ? [`${strings[args.key[arg]]}=${strings[args.value[arg]] ?? args.value[arg]}`]
          : []
      );
      return `${nameOf(row)} in ${parent} ${own.join(' ')}`;
    }),
    counters: counters.map(({ name, value }) => `${name} ${value.join(' ')}`),
    arrows: flows.length
  };
}

test.each(sampleOf(CHOICES, 3))(
  'a recording with %o is the same whatever others record meanwhile',
  own => {
    const alone = contentOf(record(own, null));
    for (const other of CHOICES) {
      for (const order of ['inside', 'around'] as const) {
        expect(contentOf(record(own, other, order)), `beside ${JSON.stringify(other)}`).toEqual(
          alone
        );
      }
    }
  }
);

const SHARED_OPTIONS = {
  async: [false, null, true],
  requests: [false, true],
  databases: [false, true]
} as const satisfies Partial<Record<keyof RecordingOptions, readonly unknown[]>>;

type AsyncChoice = Pick<RecordingOptions, keyof typeof SHARED_OPTIONS>;

const ASYNC_CHOICES: readonly AsyncChoice[] = SHARED_OPTIONS.async.flatMap(async =>
  SHARED_OPTIONS.requests.flatMap(requests =>
    SHARED_OPTIONS.databases.map(databases => ({ async, requests, databases }))
  )
);

const tick = async (): Promise<void> => Promise.resolve();

/** What happens amid a program: another recording begins or ends there. */
interface Amid {
  readonly begin: () => void;
  readonly end: () => void;
}

/**
 * Ranges after awaits and in timers, in functions declared `async` and in others, a request and a call of a database.
 */
async function asyncProgram(range: ReturnType<typeof createRange>, amid: Amid): Promise<void> {
  const timer = (name: string): Promise<void> =>
    new Promise(resolve => {
      setTimeout(() => {
        range(name, () => undefined);
        void range(`declared ${name}`, async () => {
          await tick();
          range(`after an await ${name}`, () => undefined);
        }).then(resolve);
      }, 1);
    });
  await range('declared', async () => {
    await tick();
    range('after an await', () => undefined);
    await range('deeper', async () => {
      await tick();
      amid.begin();
      range('after two', () => undefined);
      await timer('in a timer');
      range('after a timer', () => undefined);
    });
    await range('outlives the other', async () => {
      await tick();
      amid.end();
      range('just after the other', () => undefined);
      await tick();
      range('after the other', () => undefined);
    });
    await timer('in a later timer');
  });
  await range('returns a promise of a timer', () => timer('in its timer'));
  await range('returns a promise', () =>
    tick().then(async () => {
      range('in a callback', () => undefined);
      await range('declared inside', async () => {
        await tick();
        range('after an await inside', () => undefined);
      });
    })
  );
  await tracingChannel('node-redis:command').tracePromise(tick, { command: 'get' });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>(resolve => {
    get({ port, agent: false }, response => response.resume().on('close', resolve));
  });
}

/** The same for asynchronous code. */
async function recordAsync(own: AsyncChoice, other: AsyncChoice | null, order: Order | 'amid') {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const start = (options: AsyncChoice) => host.start({ ...QUIET, ...options });
  const before = other && order === 'inside' ? start(other) : null;
  const recording = start(own);
  const later = other && order === 'around' ? start(other) : null;
  let within: ReturnType<typeof start> | null = null;
  await asyncProgram(range, {
    begin: () => {
      if (other && order === 'amid') within = start(other);
    },
    end: () => void within?.stop()
  });
  later?.stop();
  const { data } = recording.stop();
  before?.stop();
  return namesOf(validateProfile(data));
}

/** Slices with their parents and the keys of their arguments, in the order of the names: their ends race. */
function namesOf({ slices, labels, strings, args }: Profile): readonly string[] {
  const nameOf = (row: number) => (row < 0 ? '-' : strings[labels.name[slices.label[row]]]);
  return Array.from(slices.label, (_, row) => {
    const keys = Array.from(args.slice).flatMap((slice, arg) =>
      slice === row ? [strings[args.key[arg]]] : []
    );
    return `${nameOf(row)} in ${nameOf(slices.parent[row])} ${keys.sort().join(' ')}`;
  }).sort();
}

test.each(sampleOf(ASYNC_CHOICES, 3))(
  'asynchronous code with %o is recorded the same whatever others record meanwhile',
  async own => {
    const alone = await recordAsync(own, null, 'inside');
    for (const other of sampleOf(ASYNC_CHOICES, 3)) {
      for (const order of ['inside', 'around', 'amid'] as const) {
        const beside = await recordAsync(own, other, order);
        expect(beside, `${order} ${JSON.stringify(other)}`).toEqual(alone);
      }
    }
  }
);
