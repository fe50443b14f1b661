import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gpuOrigins } from '../../../src/analysis/gpu/gpuOrigins';
import { gpuWork } from '../../../src/analysis/gpu/gpuWork';
import { operatorMarks } from '../../../src/analysis/gpu/operatorUses';
import { enclosingOf } from '../../../src/analysis/slices/nesting';
import { runningTimes } from '../../../src/analysis/slices/runningTimes';
import { functionRows } from '../../../src/analysis/stacks/stackWeights';
import { outerRows, ownFrames, ownRows } from '../../../src/analysis/stacks/ownFrames';
import { gpuStacks, nestedSlices, operatorStacks, waitStacks } from '../../../src/analysis';
import { EventIds } from '../../../src/compat/torch/eventIds';
import { functionEventsOf } from '../../../src/compat/torch/functionEventsOf';
import { sliceRows } from '../../../src/engine/sql/profileRows';
import { displayBundle } from '../../../src/formats/displayBundle';
import { FORMATS } from '../../../src/formats/table';
import type { Profile } from '../../../src/model/profile/profile';
import { drawGpuProfile } from '../../support/drawGpuProfile';
import { richProfile } from '../../support/richProfile';
import { trainingProfile } from '../../support/trainingProfile';
import { waitingProfile } from '../../support/waitingProfile';

const FOUND = {
  ...{ enclosingOf, functionRows, gpuOrigins, gpuWork, operatorMarks },
  ...{ outerRows, ownFrames, ownRows, runningTimes }
};

const found = (profile: Profile): object =>
  Object.fromEntries(Object.entries(FOUND).map(([name, find]) => [name, find(profile)]));

const PROFILES = {
  rich: () => richProfile(300),
  training: () => trainingProfile(),
  waiting: () => waitingProfile(),
  GPU: () => drawGpuProfile('main |[matMul    ]\n        | [L>a]\ngpu 0/7 |      [K<a   ]')
};

it.each(Object.entries(PROFILES))('nobody changes what all share: %s', (_name, made) => {
  const profile = made();
  const before = structuredClone(found(profile));
  displayBundle(profile, { deflate: deflateSync });
  for (const { write } of FORMATS) {
    write?.encode({ profile, words: 'kineto', deflate: deflateSync });
  }
  for (const stacks of [operatorStacks, waitStacks, nestedSlices, gpuStacks]) stacks(profile);
  functionEventsOf(profile, new EventIds());
  for (const column of Object.values(sliceRows(profile).columns)) column.read();
  expect(found(profile)).toEqual(before);
  expect(found({ ...profile })).toEqual(before);
});
