import type { MeasuredFigure } from '../figure';
import { addedToOperator } from '../tfjsOperators';

/** What recording time, shapes and bytes adds to the smallest operator. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  return [{ name: 'hook.tfjs', ...(await addedToOperator({ tensorMemory: false })) }];
}
