import type { StepTraceTime } from '../../analysis/steps/stepTraceTime';
import { usText } from './numberTexts';

const COLUMNS =
  'Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,' +
  'Bubble,Communication(Not Overlapped and Exclude Receive),Preparing,Waiting For Data,' +
  'Waiting For GPU';

/** `step_trace_time.csv`: a line for each step and GPU, in microseconds. */
export function stepTraceCsv(times: readonly StepTraceTime[]): string {
  const lines = times.map(time => {
    const durations = [
      time.computing,
      time.exposedCommunication,
      time.overlapped,
      time.communication,
      time.free,
      time.stage,
      time.bubble,
      time.exposedSending,
      time.preparing,
      time.waitingForData,
      time.waitingForGpu
    ];
    const device = time.device === null ? 'CPU' : time.device;
    return [device, time.step ?? '', ...durations.map(usText)].join(',');
  });
  return [COLUMNS, ...lines].join('\n') + '\n';
}
