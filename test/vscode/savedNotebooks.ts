import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { CROSS_RANK_MIME_TYPE, encodeBundle, encodeKscope, fitCrossRank } from '../../src/formats';
import { QUERY_MIME_TYPE, queryBundle } from '../../src/formats/bundle/queryBundle';
import { MAX_BUNDLE_BYTES, PROFILE_MIME_TYPE } from '../../src/model';
import { comparisonOf, REPEATED } from '../support/comparedProfiles';
import { plantedRanks } from '../support/crossRankGrids';
import { gpuTraining } from '../support/gpuTraining';
import { richProfile } from '../support/richProfile';
import { trainingProfile } from '../support/sourceProfile';
import { EXAMPLE_FINDING } from '../unit/extension/exampleBundle';
import { writeNotebook } from '../ui/notebook';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);

/** A file beside a notebook. */
const WHOLE = 'saved.kscope/whole.kscope';

const whole = richProfile(20_000);

/** What is in the notebooks: one output each. */
const OUTPUTS = {
  /** A profile with something for each view but that of GPUs. */
  profile: () => [
    PROFILE_MIME_TYPE,
    { ...encodeBundle(richProfile(2000), { deflate }), findings: [EXAMPLE_FINDING] }
  ],
  /** A profile of two GPUs. */
  gpu: () => [PROFILE_MIME_TYPE, encodeBundle(gpuTraining({ gpus: 2 }), { deflate })],
  /** A profile that was compared with another. */
  compared: () => [
    PROFILE_MIME_TYPE,
    encodeBundle(richProfile(200), { deflate, comparison: comparisonOf(...REPEATED) })
  ],
  /** Ranks that were compared. */
  ranks: () => [
    CROSS_RANK_MIME_TYPE,
    fitCrossRank({ ...plantedRanks(64, 100), folder: null }, deflate, MAX_BUNDLE_BYTES)!
  ],
  /** The result of a query. */
  query: () => [
    QUERY_MIME_TYPE,
    queryBundle({
      columns: [
        { name: 'name', type: 'VARCHAR' },
        { name: 'calls', type: 'BIGINT' }
      ],
      rows: [
        ['one', 3],
        ['ten', 10],
        ['<img src=x onerror="document.title=1">', 7]
      ],
      isCut: false
    })
  ],
  /** A profile of a cell with code, which is the cell of the notebook. */
  code: () => [PROFILE_MIME_TYPE, encodeBundle(trainingProfile(), { deflate })],
  /** A part of a profile, whose whole is in a file beside the notebook. */
  part: (folder: string) => {
    const file = encodeKscope(whole, { deflate });
    mkdirSync(join(folder, 'saved.kscope'), { recursive: true });
    writeFileSync(join(folder, WHOLE), file);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const slices = whole.slices.length;
    const sidecar = { path: WHOLE, sha256, sizeBytes: file.length, slices };
    return [PROFILE_MIME_TYPE, encodeBundle(whole, { deflate, maxBytes: 80_000, sidecar })];
  }
} as const satisfies Readonly<Record<string, (folder: string) => readonly [string, object]>>;

/** A notebook that {@link saveNotebook} writes. */
export type SavedName = keyof typeof OUTPUTS;

/** Writes a notebook with an output into a folder, and what belongs beside it; returns its name. */
export function saveNotebook(folder: string, name: SavedName): string {
  const [mime, data] = OUTPUTS[name](folder);
  const outputs = [{ [mime]: data }];
  const profiled = `// new\n${trainingProfile().meta.cell!.source}`;
  const cell = name === 'code' ? { source: profiled, executionCount: 5 } : { source: name };
  writeNotebook(join(folder, `${name}.ipynb`), [{ ...cell, outputs }]);
  return `${name}.ipynb`;
}
