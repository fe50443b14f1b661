import { writeFileSync } from 'node:fs';
import { FILE_VARIABLE, FOLDER_VARIABLE, peerVariable, requirePeer } from './peerEnvironment';

/** What is used of `@datadog/pprof`. */
interface DatadogPprof {
  readonly time: {
    start(options: { intervalMicros: number; durationMillis: number }): void;
    stop(): unknown;
  };
  encodeSync(profile: unknown): Uint8Array;
}

/** As often as V8's own profiler and Kernelscope; by default it samples a hundredth as often. */
const INTERVAL_US = 1000;
const LONGEST_MS = 600_000;

const pprof = requirePeer(peerVariable(FOLDER_VARIABLE), '@datadog/pprof') as DatadogPprof;
pprof.time.start({ intervalMicros: INTERVAL_US, durationMillis: LONGEST_MS });
// Before the listener of the package itself, which stops the profiler and drops the profile.
process.prependOnceListener('exit', () => {
  writeFileSync(peerVariable(FILE_VARIABLE), pprof.encodeSync(pprof.time.stop()));
});
