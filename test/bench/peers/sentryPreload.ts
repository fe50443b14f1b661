import { writeFileSync } from 'node:fs';
import { FILE_VARIABLE, FOLDER_VARIABLE, peerVariable, requirePeer } from './peerEnvironment';

/** An envelope of Sentry: its header, and items of a header and content. */
type Envelope = readonly [unknown, readonly (readonly [{ readonly type: string }, unknown])[]];

/** What is used of `@sentry/node`, which comes with `@sentry/profiling-node`. */
interface Sentry {
  init(options: object): void;
  readonly profiler: { startProfiler(): void; stopProfiler(): void };
}

const folder = peerVariable(FOLDER_VARIABLE);
const sentry = requirePeer(folder, '@sentry/node') as Sentry;
const { nodeProfilingIntegration } = requirePeer(folder, '@sentry/profiling-node') as {
  readonly nodeProfilingIntegration: () => unknown;
};

/** The parts of the profile that Sentry would have sent. */
const chunks: unknown[] = [];

function keepProfiles([, items]: Envelope): Promise<object> {
  for (const [{ type }, content] of items) if (type === 'profile_chunk') chunks.push(content);
  return Promise.resolve({});
}

sentry.init({
  dsn: 'http://key@localhost/1',
  integrations: [nodeProfilingIntegration()],
  tracesSampleRate: 1,
  profileSessionSampleRate: 1,
  profileLifecycle: 'manual',
  transport: () => ({ send: keepProfiles, flush: () => Promise.resolve(true) })
});

sentry.profiler.startProfiler();
process.once('exit', () => {
  sentry.profiler.stopProfiler();
  writeFileSync(peerVariable(FILE_VARIABLE), JSON.stringify(chunks));
});
