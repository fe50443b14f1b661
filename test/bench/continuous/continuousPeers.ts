import { request } from 'node:http';
import { createContinuous } from '../../../src/engine/continuous/createContinuous';
import type { ContinuousProfiling } from '../../../src/engine/continuous/continuousProfiling';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { requirePeer } from '../peers/peerEnvironment';

/** Samples a second, and the length of a window, of all profilers. */
export const CPU_HZ = 99;
export const WINDOW_MS = 1000;

const INTERVAL_US = Math.round(1e6 / CPU_HZ);

/** A profiler that pushes what it samples until it is stopped. */
export interface PushingProfiler {
  start(): void;
  stop(): Promise<void>;
}

/** Where profiles go, and where the peer is installed. */
export interface PeerPlace {
  readonly url: string;
  readonly folder: string;
}

interface Pyroscope {
  init(options: object): void;
  startWallProfiling(): void;
  stopWallProfiling(): Promise<void>;
}

interface DatadogPprof {
  readonly time: {
    start(options: { intervalMicros: number; durationMillis: number }): void;
    stop(restart?: boolean): unknown;
  };
  readonly encode: (profile: unknown) => Promise<Uint8Array>;
}

function kernelscope({ url }: PeerPlace): PushingProfiler {
  const continuous = createContinuous(new RecordingHost());
  let running: ContinuousProfiling | null = null;
  return {
    start: () => {
      running = continuous.start({ push: url, name: 'bench', cpuHz: CPU_HZ, every: WINDOW_MS });
    },
    stop: async () => {
      const stats = await running?.stop();
      if (stats?.pushed === stats?.windows) return;
      throw new Error(stats?.lastError ?? 'A window is missing');
    }
  };
}

function pyroscope({ url, folder }: PeerPlace): PushingProfiler {
  const peer = (requirePeer(folder, '@pyroscope/nodejs') as { readonly default: Pyroscope })
    .default;
  peer.init({
    ...{ appName: 'bench', serverAddress: url, flushIntervalMs: WINDOW_MS },
    wall: { samplingDurationMs: WINDOW_MS, samplingIntervalMicros: INTERVAL_US }
  });
  return { start: () => peer.startWallProfiling(), stop: () => peer.stopWallProfiling() };
}

function datadog({ url, folder }: PeerPlace): PushingProfiler {
  const { time, encode } = requirePeer(folder, '@datadog/pprof') as DatadogPprof;
  let timer: NodeJS.Timeout | null = null;
  const push = async (restart: boolean): Promise<void> =>
    post(url, await encode(time.stop(restart)));
  return {
    start: () => {
      time.start({ intervalMicros: INTERVAL_US, durationMillis: WINDOW_MS });
      timer = setInterval(() => void push(true), WINDOW_MS);
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await push(false);
    }
  };
}

function post(url: string, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const pushed = request(url, { method: 'POST' }, answer => {
      answer.resume().on('end', resolve);
    });
    pushed.on('error', reject).end(body);
  });
}

/** The profilers that are compared. */
export const PUSHING = { kernelscope, pyroscope, datadog } as const;

/** One of {@link PUSHING}. */
export type PushingName = keyof typeof PUSHING;
