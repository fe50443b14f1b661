import { numberRepr } from '../../base/python/pythonNumbers';
import type { InputShapes } from './eventDetails';

/** Shapes as Python prints them: `[[2, 3], []]`, `None` for null. */
export function shapesText(shapes: InputShapes | '' | null): string {
  if (shapes === null) return 'None';
  if (shapes === '') return '';
  return listText(shapes.map(shape => listText(shape.map(numberRepr))));
}

function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}
