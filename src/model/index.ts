export * from './profile/argKeys';
export * from './output/bundle';
export * from './output/comparison';
export * from './output/findings';
export * from './output/progress';
export { isNumberColumn, type QueryColumn } from './output/queryTable';
export * from './profile/categories';
export type { FactParts } from '../facts/table';
export * from './profile/profile';
export type { GpuInfo } from '../facts/gpus';
export * from './profile/memoryCounters';
export type { FlopsOf, OperatorFacts, Shape } from './profile/operatorFacts';
export {
  type ArgValue,
  type SliceInput,
  ProfileBuilder,
  type SampleParts,
  emptySampleParts
} from './build/profileBuilder';
export { ProfileError, ProfileVersionError } from '../schema/schema';
export * from './profile/sourceText';
export { StackBuilder, type FrameRow } from './build/stackBuilder';
export { StringTable } from './build/stringTable';
export { validateProfile } from './validate/validate';
export { validateBundle } from './validate/validateBundle';
