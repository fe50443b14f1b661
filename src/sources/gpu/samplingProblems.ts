import { type GpuFailure, NO_PERMISSION, PERMISSION_CURE } from '../../native/gpuFailure';
import { failureText } from '../../native/gpuStateText';
import type { MetricColumns, MetricsOfGpu, NvmlFailure } from '../../native/gpuSampling';
import type { MetricColumn } from './metricColumns';
import { nameOfQuantity } from './nvmlColumns';

const NOT_ALLOWED = `only administrators may read counters on this machine: ${PERMISSION_CURE}`;

/** The values that NVML did not provide, in words, each without a full stop. */
export function nvmlProblems(failures: readonly NvmlFailure[]): string[] {
  return failures.map(({ device, quantity, failure, isFinal }) => {
    const why = whyText(failure);
    if (quantity === null) return `counters of GPU ${device} are missing (${why})`;
    const name = nameOfQuantity(quantity);
    if (isFinal) return `${name} of GPU ${device} is not recorded (${why})`;
    return `some values of ${name} of GPU ${device} are missing (${why})`;
  });
}

/** The ways in which metrics of a GPU differ from the request, in words, each without a full stop. */
export function metricProblems(gpu: MetricsOfGpu, columns: readonly MetricColumn[]): string[] {
  const { device, chip, failure, refused } = gpu;
  if (failure !== null) return [`metrics of GPU ${device} are not recorded (${whyText(failure)})`];
  const crowded = refused.filter(each => each.failure === null);
  const unknown = refused.filter(each => each.failure !== null);
  const names = (list: typeof refused) => list.map(({ column }) => columns[column].name).join(', ');
  const problems: string[] = [];
  if (unknown.length > 0) {
    problems.push(`GPU ${device} (${chip}) does not have: ${names(unknown)}`);
  }
  if (crowded.length > 0) {
    problems.push(
      `GPU ${device} (${chip}) cannot sample together with the others: ${names(crowded)}`
    );
  }
  return problems;
}

/** Problems with metrics during sampling, in words, each without a full stop. */
export function sampledProblems({ device, clock, overflows, failure }: MetricColumns): string[] {
  const problems: string[] = [];
  if (failure !== null) {
    problems.push(`metrics of GPU ${device} ended early (${whyText(failure)})`);
  }
  if (overflows > 0) {
    problems.push(`metrics of GPU ${device} have ${overflows} gaps, as its buffer was full`);
  }
  if (clock === 'arrival') {
    problems.push(
      `times of metrics of GPU ${device} are from their arrival, as their clock is not known`
    );
  }
  return problems;
}

/** Calls that were never made have no number. */
function whyText(failure: GpuFailure): string {
  if (failure.code === 0) return `${failure.call}: ${failure.name}`;
  const text = failureText(failure);
  return failure.code === NO_PERMISSION ? `${text}: ${NOT_ALLOWED}` : text;
}
