import type { Shape } from '../../src/model/profile/operatorFacts';

/** The shapes that a text such as `2,3 3,4` gives; `-` is that of a scalar. */
export function shapesOf(text: string): Shape[] {
  const words = text.split(' ').filter(word => word !== '');
  return words.map(word => (word === '-' ? [] : word.split(',').map(Number)));
}
