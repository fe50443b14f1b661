import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { loadNvprof } from '../../src/compat/torch/loadNvprof';
import { baselineFigures, FIGURES_HEAD } from '../../src/check/notebookFigures';
import { notebookParts } from '../../src/check/notebookParts';
import { inflateBounded } from '../../src/engine/results/readWithin';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { parsePeaks } from '../../src/analysis/operators/roofline';
import {
  decodeBundle,
  decodeKscope,
  decodeKscopeAsync,
  encodeChromeTrace,
  encodeCpuprofile,
  encodeFolded,
  encodeKinetoTrace,
  encodeKscope,
  encodePerfetto,
  encodePprof,
  encodeSpeedscope,
  readChromeTrace,
  readCpuprofile,
  readFirefox,
  readFolded,
  readHeapprofile,
  readPerfettoTrace,
  readPprof,
  readSpeedscope
} from '../../src/formats';
import { readPerfScript } from '../../src/formats/perfscript';
import { readMgeProfile } from '../../src/compat/megengine/readMgeProfile';
import type { Profile } from '../../src/model/profile/profile';
import { PROFILE_MIME_TYPE } from '../../src/model/output/bundle';
import { classifyScript } from '../../src/model/profile/scriptKind';
import { readBaseline } from '../../src/vitest/baselineFile';
import { gpuProfile } from '../support/gpuProfile';
import { objectsProfile } from '../support/objectsProfile';
import type { Random } from '../support/random';
import { richProfile } from '../support/richProfile';
import { sampledProfile } from '../support/sampledProfile';
import { storedBundle } from '../support/storedBundle';
import { hostileBytes } from './hostileBytes';
import { hostileJson } from './hostileJson';
import { hostileKscope } from './hostileKscope';
import { hostileTrace } from './hostileTrace';

/** A reader of what strangers hand over, with how its inputs are made. */
export interface Loader {
  readonly name: string;
  /** An input that may be anything. */
  readonly input: (random: Random) => Uint8Array;
  /** Reads it: a profile, something else, or an error. `file` holds the same bytes. */
  readonly read: (bytes: Uint8Array, file: string) => unknown;
  /** Ending of the file. */
  readonly ending?: string;
}

const golden = (path: string): Buffer => readFileSync(join(__dirname, '../golden', path));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

const PROFILES: readonly Profile[] = [
  richProfile(12),
  gpuProfile(),
  objectsProfile(),
  sampledProfile({ samples: 40, names: ['train', 'matMul', 'relu'] })
];
const FACTS = { id: 'fuzz', name: 'fuzz', writtenAtMs: 1 };
const SCRIPTS = { kindOf: classifyScript };

const CALL_FRAME = {
  functionName: 'f',
  scriptId: '1',
  url: 'a.js',
  lineNumber: 1,
  columnNumber: 2
};
const OLD_CPUPROFILE = {
  head: { ...CALL_FRAME, id: 1, hitCount: 1, children: [{ ...CALL_FRAME, id: 2, children: [] }] },
  ...{ startTime: 1, endTime: 2, samples: [1, 2], timestamps: [1e6, 2e6] }
};
const HEAPPROFILE = {
  head: {
    ...{ callFrame: CALL_FRAME, selfSize: 8, id: 1 },
    children: [{ callFrame: CALL_FRAME, selfSize: 16, id: 2, children: [] }]
  },
  samples: [{ size: 8, nodeId: 1, ordinal: 1 }]
};
const FIREFOX_TABLES = {
  stackTable: { frame: [0, 1], prefix: [null, 0] },
  frameTable: { func: [0, 1], line: [1, 2] },
  funcTable: { name: [0, 1], fileName: [2, 2], isJS: [true, false], lineNumber: [1, 2] },
  stringArray: ['f', 'g', 'a.js']
};
const FIREFOX = {
  meta: { interval: 1, startTime: 1e12, product: 'Firefox' },
  threads: [
    {
      ...{ name: 'GeckoMain', pid: 1, tid: 2, ...FIREFOX_TABLES },
      samples: { stack: [0, 1, null], time: [1, 2, 3], weight: [1, 2, 3], weightType: 'tracing-ms' }
    },
    {
      ...{ name: 'raw', pid: 1, tid: 3, stringTable: ['f (a.js:1)', 'g'] },
      frameTable: { schema: { location: 0, line: 1 }, data: [[0, 1], [1]] },
      stackTable: {
        schema: { prefix: 0, frame: 1 },
        data: [
          [null, 0],
          [0, 1]
        ]
      },
      samples: {
        schema: { stack: 0, time: 1 },
        data: [
          [1, 1],
          [0, 2]
        ]
      }
    }
  ]
};
const PERF_SCRIPT = bytesOf(
  'node 7/8 [001] 1.000001: 1000 cpu-clock: \n\t 1f f+0x1 (/a.so)\n\t 2f g (/b)\n\n' +
    'node 7 1.000002: cycles:\n\t 1f [unknown] ([kernel])\n'
);

const written = (encode: (profile: Profile) => Uint8Array): readonly Uint8Array[] =>
  PROFILES.map(profile => encode(profile));

/** JSON with hostile values three times of four, else with hostile bytes. */
const ofJson =
  (samples: readonly Uint8Array[]) =>
  (random: Random): Uint8Array => {
    const sample = oneOf(random, samples);
    if (random() < 0.25) return hostileBytes(sample, random);
    return bytesOf(hostileJson(textOf(sample), random));
  };

const KSCOPES = written(profile => encodeKscope(profile, { deflate: deflateRawSync }));
const CHROME = [
  ...written(encodeChromeTrace),
  ...written(encodeKinetoTrace),
  golden('torch/trace.json')
];
const PERFETTO = [...written(encodePerfetto), golden('perfetto/foreign.perfetto-trace')];
const CPUPROFILES = [...written(encodeCpuprofile), bytesOf(JSON.stringify(OLD_CPUPROFILE))];
const SPEEDSCOPES = written(encodeSpeedscope);
const PPROFS = written(profile => encodePprof(profile));
const FOLDED = written(encodeFolded);
const BUNDLES = PROFILES.map(profile => bytesOf(JSON.stringify(storedBundle(profile))));
const NOTEBOOKS = BUNDLES.map(bundle => notebookOf(textOf(bundle)));
const DATABASES = [
  golden('torch/nvprof_small.nvprof'),
  golden('torch/synthetic_no_strings.nvprof')
];
const PEAKS = bytesOf(
  JSON.stringify({
    format: 'kernelscope peaks',
    version: 1,
    host: 'host',
    measuredAtMs: 1,
    compute: [{ name: 'JavaScript', value: 1e9, spread: 0.1, isCertain: true }],
    memory: { name: 'copy', value: 1e10, spread: 0.1, isCertain: true }
  })
);
const BASELINE = {
  ...{ kind: 'kernelscope baseline', version: 1 },
  environment: {
    ...{ processor: 'P', processors: '2', platform: 'linux x64', Node: '20.0.0', V8: '11' },
    ...{ repeat: '3', warmup: 'as needed' }
  },
  wholeNs: [3e6, 3.1e6, 3.2e6],
  names: [{ name: 'parse', timesNs: [1e6, 1.1e6, 1.2e6] }]
};
const CELL = { place: 'Cell [1]', name: 'a', timeNs: 3e6, halfWidthNs: 1e5, runs: 3 };
const FIGURES = { ...FIGURES_HEAD, cells: [{ ...CELL, peakRssBytes: 1e8, gpuBusyNs: null }] };

function notebookOf(bundle: string): Uint8Array {
  const data = `{"${PROFILE_MIME_TYPE}":${bundle}}`;
  const output = `{"output_type":"display_data","metadata":{},"data":${data}}`;
  const source = '["%%profile --assert \\"total(a) < 5ms\\"\\n","1"]';
  const cell = `{"cell_type":"code","execution_count":1,"metadata":{},"source":${source},"outputs":[${output}]}`;
  return bytesOf(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[${cell}]}`);
}

function kscopeInput(random: Random): Uint8Array {
  const sample = oneOf(random, KSCOPES);
  return random() < 0.2 ? hostileBytes(sample, random) : hostileKscope(sample, random);
}

/** Any kind of file, gzipped or not, damaged inside or outside of the gzip. */
function anyFile(random: Random): Uint8Array {
  const kinds = LOADERS.slice(
    0,
    LOADERS.findIndex(({ name }) => name === '.kscope in a page')
  );
  const bytes = oneOf(random, kinds).input(random);
  if (random() < 0.5) return bytes;
  const packed = gzipSync(bytes);
  return random() < 0.5 ? packed : hostileBytes(packed, random);
}

/** Every loader of files and outputs that come from elsewhere. */
export const LOADERS: readonly Loader[] = [
  {
    name: '.kscope',
    input: kscopeInput,
    read: bytes => decodeKscope(bytes, { inflate: inflateBounded })
  },
  {
    name: 'Chrome trace',
    input: ofJson(CHROME),
    read: bytes => readChromeTrace(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'Perfetto trace',
    input: random => hostileTrace(oneOf(random, PERFETTO), random),
    read: bytes => readPerfettoTrace(bytes, FACTS)
  },
  {
    name: '.cpuprofile',
    input: ofJson(CPUPROFILES),
    read: bytes => readCpuprofile(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'speedscope file',
    input: ofJson(SPEEDSCOPES),
    read: bytes => readSpeedscope(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'profile of pprof',
    input: random => hostileTrace(oneOf(random, PPROFS), random),
    read: bytes => readPprof(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'file of folded stacks',
    input: random => hostileBytes(oneOf(random, FOLDED), random),
    read: bytes => readFolded(bytes, FACTS, SCRIPTS)
  },
  {
    name: '.heapprofile',
    input: ofJson([bytesOf(JSON.stringify(HEAPPROFILE))]),
    read: bytes => readHeapprofile(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'profile of Firefox',
    input: ofJson([bytesOf(JSON.stringify(FIREFOX))]),
    read: bytes => readFirefox(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'output of perf script',
    input: random => hostileBytes(PERF_SCRIPT, random),
    read: bytes => readPerfScript(bytes, FACTS, SCRIPTS)
  },
  {
    name: 'database of nvprof',
    input: random => hostileBytes(oneOf(random, DATABASES), random),
    read: (_, file) => loadProfile(file).data
  },
  {
    name: '.kscope in a page',
    input: kscopeInput,
    read: bytes =>
      decodeKscopeAsync(bytes, {
        inflate: (stored, rawBytes) =>
          Promise.resolve(inflateRawSync(stored, { maxOutputLength: Math.max(1, rawBytes) }))
      })
  },
  {
    name: 'bundle',
    input: ofJson(BUNDLES),
    read: bytes => profileOfBundle(bytes)
  },
  {
    name: 'profile in a bundle',
    input: kscopeInput,
    read: async bytes =>
      (await decodeBundle(bundleWith(bytes), { inflate: inflateBounded })).profile
  },
  { name: 'file of any kind', input: anyFile, read: (_, file) => loadProfile(file).data },
  {
    name: 'events of a database of nvprof',
    input: random => hostileBytes(oneOf(random, DATABASES), random),
    read: (_, file) => loadNvprof(file).table()
  },
  {
    name: 'profile of MegEngine',
    input: ofJson([golden('mge/profiling.json')]),
    read: bytes => readMgeProfile(bytes)
  },
  {
    name: 'notebook',
    input: ofJson(NOTEBOOKS),
    ending: '.ipynb',
    read: (_, file) => notebookParts(file)
  },
  {
    name: 'baseline of tests',
    input: ofJson([bytesOf(JSON.stringify(BASELINE))]),
    ending: '.json',
    read: (_, file) => readBaseline(file)
  },
  {
    name: 'figures of a notebook',
    input: ofJson([bytesOf(JSON.stringify(FIGURES))]),
    ending: '.json',
    read: (_, file) => baselineFigures(file)
  },
  { name: 'peaks', input: ofJson([PEAKS]), read: bytes => parsePeaks(textOf(bytes)) }
];

/** A bundle that says it has as many slices as there are in the file that it carries. */
function bundleWith(kscope: Uint8Array): unknown {
  const bundle = storedBundle(PROFILES[0]);
  const overview = { ...bundle.overview, kscope: Buffer.from(kscope).toString('base64') };
  return { ...bundle, overview: { ...overview, slices: slicesIn(kscope) } };
}

function slicesIn(kscope: Uint8Array): number {
  try {
    return decodeKscope(kscope, { inflate: inflateBounded }).slices.length;
  } catch {
    return 0;
  }
}

/** What a page hands over is parsed already. */
async function profileOfBundle(bytes: Uint8Array): Promise<Profile> {
  const decoded = await decodeBundle(jsonOrNull(bytes), { inflate: inflateBounded });
  return decoded.profile;
}

function jsonOrNull(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return null;
  }
}
