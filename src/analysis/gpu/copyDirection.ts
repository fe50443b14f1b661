/** Directions of copies by CUPTI's number from 1 on, as Kineto writes them. */
const DIRECTIONS = 'HtoD DtoH HtoA AtoH AtoA AtoD DtoA DtoD HtoH PtoP'.split(' ');

/** The direction of a copy by CUPTI's number, such as `HtoD`; `null` for an unknown one. */
export function copyDirection(kind: number | null): string | null {
  return DIRECTIONS[(kind ?? 0) - 1] ?? null;
}
