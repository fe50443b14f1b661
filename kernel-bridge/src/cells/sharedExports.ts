import vm from 'node:vm';

/**
 * Properties that V8 keeps inside the object itself, near its maximum. It may have 128 more that
 * change before V8 of Node 20 and 22 makes it a dictionary; later ones allow for about 1000.
 */
const ROOM = 250;

/** So many properties no V8 makes a dictionary of, as long as all come from assignments in cells. */
const SAFE_COUNT = 350;

/** Matches cells that may delete one of the properties. */
const DELETES = /\bdelete\b[^;]*\b(?:exports|__tslab__)\b/;

/**
 * The object that all cells export into. V8 keeps its properties at fixed places rather than in a
 * dictionary, where each access looks a name up and takes ten times as long: at any time while there
 * are few hundred of them, and beyond that in loops that read them.
 */
export class SharedExports {
  readonly object: Record<string, unknown> = createRoomy();
  #mayBeDictionary = false;

  /**
   * Prepares for a cell, which may export the value of its last expression as `valueName`: code that
   * lists the properties of the object does not see it.
   */
  prepare(source: string, valueName: string | undefined): void {
    if (valueName !== undefined && !Object.hasOwn(this.object, valueName)) {
      const hidden = { value: undefined, writable: true, enumerable: false, configurable: true };
      Reflect.defineProperty(this.object, valueName, hidden);
    }
    this.#mayBeDictionary ||= Object.keys(this.object).length > SAFE_COUNT;
    if (this.#mayBeDictionary) makePrototype(this.object);
    this.#mayBeDictionary ||= DELETES.test(source);
  }

  /** True if a cell has exported a value as `name`. */
  has(name: string): boolean {
    return Object.hasOwn(this.object, name) && this.object[name] !== undefined;
  }

  /**
   * The value that a cell has exported as `valueName`, which is held no longer. The property stays:
   * V8 of Node 22 and later makes a dictionary of any object that a property is deleted from.
   */
  take(valueName: string): unknown {
    const value = this.object[valueName];
    Reflect.set(this.object, valueName, undefined);
    return value;
  }
}

/** V8 reserves room for as many properties as a constructor mentions, whether it assigns them or not. */
function createRoomy(): Record<string, unknown> {
  const mentioned = Array.from({ length: ROOM }, (_, i) => `this.p${i} = 0;`).join(' ');
  const code = `(function () {
    function Exports(isFull) { if (isFull) { ${mentioned} } }
    Exports.prototype = Object.prototype;
    return new Exports(false);
  })()`;
  const roomy = new vm.Script(code).runInThisContext() as Record<string, unknown>;
  // each cell would define it, and fail where user code has put a `get` on `Object.prototype`
  Reflect.defineProperty(roomy, '__esModule', { value: true });
  return roomy;
}

/**
 * Makes V8 treat the object as a prototype. It gives the members of a prototype fixed places as soon as
 * frequently run code reads them, up to 1000 of them, even if some have been deleted.
 */
function makePrototype(object: object): void {
  function Heir(): void {
    // Only its prototype counts.
  }
  Heir.prototype = object;
  Reflect.construct(Heir, []);
}
