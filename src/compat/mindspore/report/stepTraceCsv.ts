import type { StepTraceTime } from '../../../analysis/steps/stepTraceTime';
import { TextBytes } from './textBytes';

const COLUMNS =
  'Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,' +
  'Bubble,Communication(Not Overlapped and Exclude Receive),Preparing,Waiting For Data,' +
  'Waiting For GPU';

/** `step_trace_time.csv`: a line for each step and GPU, in microseconds. */
export function stepTraceCsv(times: readonly StepTraceTime[]): Uint8Array {
  const output = new TextBytes();
  output.raw(`${COLUMNS}\n`);
  for (const time of times) {
    output.raw(`${time.device ?? NO_GPU},${time.step ?? ''}`);
    for (const read of DURATIONS) {
      output.raw(',');
      output.us(read(time));
    }
    output.raw('\n');
  }
  return output.written();
}

/** In the place of a GPU's number where operators are measured. */
const NO_GPU = 'CPU';

const DURATIONS: readonly ((time: StepTraceTime) => number)[] = [
  time => time.computing,
  time => time.exposedCommunication,
  time => time.overlapped,
  time => time.communication,
  time => time.free,
  time => time.stage,
  time => time.bubble,
  time => time.exposedSending,
  time => time.preparing,
  time => time.waitingForData,
  time => time.waitingForGpu
];
