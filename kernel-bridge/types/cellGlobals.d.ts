/**
 * Asks the user of the notebook for a line, and waits for it. An empty answer gives the default, if there is one;
 * the end of the input (Ctrl-D in a console) gives null.
 *
 * @param options - `password` hides what is typed
 * @throws StdinNotImplementedError where the front end runs cells without input, as nbconvert does
 */
declare function prompt(
  message?: string,
  defaultValue?: string,
  options?: { readonly password?: boolean }
): string | null;

/**
 * Asks the user of the notebook a question, and waits for the answer: true for `y` and `yes`.
 *
 * @throws StdinNotImplementedError where the front end runs cells without input, as nbconvert does
 */
declare function confirm(message?: string): boolean;

/**
 * Shows the user of the notebook a message, and waits until they confirm it.
 *
 * @throws StdinNotImplementedError where the front end runs cells without input, as nbconvert does
 */
declare function alert(message?: string): void;
