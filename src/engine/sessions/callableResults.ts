import { SessionResults } from '../results/sessionResults';

/** Results that can be called like a function as well; subclasses say what a call does. */
export abstract class CallableResults extends SessionResults {
  constructor() {
    super();
    const called = (given: readonly unknown[]): unknown => results.called(given);
    const callable = (...given: readonly unknown[]): unknown => called(given);
    // The name of the results is not that of a function.
    Reflect.deleteProperty(callable, 'name');
    Reflect.deleteProperty(callable, 'length');
    Object.defineProperties(callable, Object.getOwnPropertyDescriptors(this));
    const results = Object.setPrototypeOf(callable, new.target.prototype) as this;
    return results;
  }

  /** The return value of a call with these arguments. */
  protected abstract called(given: readonly unknown[]): unknown;
}
