/** How a literal of a built-in type is written; `cast` is `(type)value`. */
export type LiteralStyle =
  | { readonly form: 'suffix'; readonly suffix: string }
  | { readonly form: 'boolean' }
  | { readonly form: 'bits' }
  | { readonly form: 'cast' };

/** Qualifiers behind a type or behind the parameters of a function, as they are printed. */
export type Qualifier = string | { readonly before: string; readonly expression: Node };

/** A type of the language itself. */
export interface BuiltinNode {
  readonly kind: 'builtin';
  readonly text: string;
  readonly literal: LiteralStyle;
}

/** `returns (parameters) qualifiers`; `returns` is null where the name tells no return type. */
export interface FunctionNode {
  readonly kind: 'function';
  readonly returns: Node | null;
  readonly parameters: readonly Node[];
  readonly qualifiers: readonly Qualifier[];
}

/** An operator with its mangled code, such as `pl`, and its text, such as `+`. */
export interface OperatorNode {
  readonly kind: 'operator';
  readonly code: string;
  readonly text: string;
}

/** A template and its arguments. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly name: Node;
  readonly args: readonly Node[];
}

/** A node of a mangled name, as the Itanium C++ ABI calls the parts. */
export type Node =
  | BuiltinNode
  | FunctionNode
  | OperatorNode
  | TemplateNode
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'scoped'; readonly scope: Node; readonly name: Node }
  | { readonly kind: 'local'; readonly scope: Node; readonly name: Node }
  | { readonly kind: 'typed'; readonly name: Node; readonly type: FunctionNode }
  | { readonly kind: 'method'; readonly name: Node; readonly qualifiers: readonly string[] }
  | { readonly kind: 'tagged'; readonly name: Node; readonly tag: string }
  | { readonly kind: 'structor'; readonly text: string }
  | { readonly kind: 'standard'; readonly text: string }
  | { readonly kind: 'conversion'; readonly type: Node }
  | { readonly kind: 'literalOperator'; readonly name: Node }
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'pack'; readonly items: readonly Node[] }
  | { readonly kind: 'expansion'; readonly pattern: Node }
  | { readonly kind: 'qualified'; readonly type: Node; readonly qualifier: Qualifier }
  | { readonly kind: 'pointer'; readonly type: Node; readonly sign: '*' }
  | { readonly kind: 'reference'; readonly type: Node; readonly sign: '&' | '&&' }
  | { readonly kind: 'memberPointer'; readonly owner: Node; readonly type: Node }
  | { readonly kind: 'array'; readonly size: Node | null; readonly element: Node }
  | { readonly kind: 'vector'; readonly size: Node; readonly element: Node }
  | { readonly kind: 'decltype'; readonly expression: Node }
  | { readonly kind: 'lambda'; readonly parameters: readonly Node[]; readonly number: number }
  | { readonly kind: 'unnamed'; readonly number: number }
  | { readonly kind: 'defaultArgument'; readonly number: number; readonly name: Node }
  | { readonly kind: 'special'; readonly parts: readonly (string | Node)[] }
  | { readonly kind: 'literal'; readonly type: Node; readonly value: string }
  | { readonly kind: 'functionParameter'; readonly index: number }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'braces'; readonly type: Node | null; readonly items: readonly Node[] }
  | { readonly kind: 'unary'; readonly operator: OperatorNode; readonly operand: Node }
  | { readonly kind: 'postfix'; readonly operator: OperatorNode; readonly operand: Node }
  | { readonly kind: 'cast'; readonly type: Node; readonly operand: Node }
  | { readonly kind: 'packSize'; readonly operand: Node }
  | {
      readonly kind: 'binary';
      readonly operator: OperatorNode;
      readonly left: Node;
      readonly right: Node;
    }
  | {
      readonly kind: 'fold';
      readonly operator: OperatorNode;
      readonly form: string;
      readonly left: Node;
      readonly right: Node | null;
    }
  | {
      readonly kind: 'choice';
      readonly condition: Node;
      readonly chosen: Node;
      readonly otherwise: Node;
    }
  | {
      readonly kind: 'new';
      readonly operator: OperatorNode;
      readonly placement: readonly Node[];
      readonly type: Node;
      readonly initializer: Node | null;
    };
