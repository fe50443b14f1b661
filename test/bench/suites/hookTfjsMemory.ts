import type { MeasuredFigure } from '../figure';
import { addedToOperator } from '../tfjsOperators';

/** What recording time, shapes, bytes and tensor memory adds to the smallest operator. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  return [{ name: 'hook.tfjsMemory', ...(await addedToOperator({ tensorMemory: true })) }];
}
