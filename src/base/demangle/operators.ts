import type { OperatorNode } from './nodes';

/** What stands behind an operator's code in an expression. */
export type Operands = 'none' | 'one' | 'two' | 'three' | 'type' | 'typeAndOne' | 'new';

/** An operator by its code: the text, and what it is applied to. */
export interface Operator {
  readonly node: OperatorNode;
  readonly operands: Operands;
}

const TEXTS: Readonly<Record<Operands, string>> = {
  none: 'tr throw',
  one:
    'aw co_await |ad &|co ~|da delete[] |de *|dl delete |gs ::|mm --|ng -|nt !|nx noexcept' +
    '|pp ++|ps +|sz sizeof |sZ sizeof...|az alignof |te typeid |tw throw |sP sizeof...',
  two:
    'aN &=|aS =|aa &&|an &|cl ()|cm ,|dV /=|dv /|dt .|ds .*|eO ^=|eo ^|eq ==|ge >=|gt >|ix []' +
    '|lS <<=|le <=|ls <<|lt <|mI -=|mL *=|mi -|ml *|ne !=|oR |=|oo |||or ||pL +=|pl +|pm ->*' +
    '|pt ->|rM %=|rS >>=|rm %|rs >>|ss <=>',
  three: 'qu ?',
  type: 'at alignof |st sizeof |ti typeid ',
  typeAndOne: 'cc const_cast|dc dynamic_cast|rc reinterpret_cast|sc static_cast',
  new: 'na new[]|nw new '
};

const ENTRY = /(\w\w) (.+?)(?=\|\w\w .|$)/g;

/** All operators by code. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  (Object.keys(TEXTS) as Operands[]).flatMap(operands =>
    [...TEXTS[operands].matchAll(ENTRY)].map(([, code, text]) => [
      code,
      { node: { kind: 'operator', code, text } as const, operands }
    ])
  )
);
