export * from './statistics/aggregate';
export type {
  AggregateRow,
  AggregateSection,
  OnceTime,
  SortKey
} from './statistics/aggregateTypes';
export * from './statistics/allocationsByScope';
export type { BudgetSubject } from './budgets/budgetSubject';
export * from './budgets/evaluateBudgets';
export * from './stacks/callDescriptions';
export * from './stacks/calledFunctions';
export * from './stacks/callers';
export { type CallTree, callTree, childRows } from './stacks/callTree';
export * from './comparison/compareProfiles';
export { changeOf } from './comparison/comparedRows';
export { comparedFlame } from './comparison/comparedFlame';
export type { ComparedSide } from './comparison/comparedSide';
export { isChanged } from './comparison/comparedSource';
export {
  type RepeatedMean,
  meanOfRuns,
  type RunChange,
  quietRuns,
  runChange
} from './comparison/meanChange';
export { medianChange } from './comparison/medianChange';
export * from './comparison/verdict';
export * from './statistics/counterFigures';
export * from './slices/counterValues';
export { profileFindings } from './findings/findings';
export * from './slices/nesting';
export * from './statistics/diff';
export { equalEnds } from './comparison/lineDiff';
export * from './stacks/fileCosts';
export * from './gpu/buildGpuReport';
export * from '../model/output/gpuReport';
export { launchSize } from './gpu/gpuWork';
export { sliceOccupancy } from './gpu/occupancy';
export { onnxFlops, tfjsFlops } from './operators/libraryFlops';
export { operatorFlops } from './operators/operatorFlops';
export type { FilterLayout, OperatorKind } from './operators/operatorKind';
export * from './stacks/foldStacks';
export { leastWhole, threadWhole } from './stacks/stackWeights';
export {
  type OwnerTime,
  type PackageTimes,
  type TimeOwner,
  packageTimes
} from './stacks/packageTimes';
export { type StackChange, changedStacks, packageOfCallee } from './stacks/stackChanges';
export { labelsText, type SampleLabel } from '../facts/sampleLabels';
export { type SampleLabelTime, labelledPart, sampleLabelTimes } from './stacks/labelledPart';
export { neverBegan, programPart, startUpNs, withStartUp } from './stacks/programPart';
export * from './slices/labelTotals';
export * from './slices/runningTimes';
export * from './slices/trackWaits';
export { eventLoopBlocks } from './findings/eventLoopBlocks';
export { awaitAt } from './findings/findingContext';
export * from './stacks/lineCosts';
export * from './stacks/lineHeat';
export * from './stacks/lineCosts';
export * from './slices/longestSlices';
export * from './statistics/heapFunctions';
export * from './statistics/mergeSections';
export * from './statistics/overview';
export * from './statistics/profileSince';
export * from './statistics/repetitions';
export { requestLatencies, type RequestLatency } from '../facts/requests';
export * from './slices/shareInterval';
export * from './slices/sliceTitle';
export * from './slices/slicesWithStacks';
export {
  type StackFilter,
  type StackUnit,
  type StackWeights,
  sampleStacks,
  heapStacks,
  operatorStacks,
  gpuStacks,
  waitStacks,
  nestedSlices
} from './stacks/stackWeights';
export { type ProfileStep, stepName, profileSteps } from './statistics/profileSteps';
export * from './statistics/stepTotals';
export * from './slices/trackDensity';
export { type TimeWindow, clipSlices, clipCounter, firstRow, rowsWithin } from './slices/window';
export { parseNumbers, parseShapes, parseTypes } from './operators/tensorTexts';
export * from './operators/operatorRows';
export {
  type TensorFacts,
  operatorTraffic,
  bytesOf,
  type OperatorRates,
  operatorRates
} from './operators/operatorTraffic';
export * from './operators/roofline';
