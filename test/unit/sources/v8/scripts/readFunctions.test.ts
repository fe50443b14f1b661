import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { type Profiler, type Runtime, Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { readFunctions } from '../../../../../src/sources/v8/scripts/readFunctions';
import { ScriptFunctions } from '../../../../../src/sources/v8/scripts/scriptFunctions';

/** A script with functions of every form, each of which runs long enough to be sampled. */
const FORMS = `
const spin = () => { const end = Date.now() + 6; while (Date.now() < end); };
function declared() { spin(); }
async function declaredAsync() { spin(); }
function* generator() { spin(); yield 1; }
const expression = function () { spin(); };
const named = function inner() { spin(); };
const arrow = () => { spin(); };
const asyncArrow = async one => { spin(); };
class Some {
  constructor(a) { spin(); }
  method(a) { spin(); }
  static shared(a) { spin(); }
  get prop() { spin(); return 1; }
  async later() { spin(); }
  #hidden() { spin(); }
  callHidden() { this.#hidden(); }
}
class Other extends Some { field = spin(); }
const object = { method() { spin(); }, property: function () { spin(); }, arrow: () => { spin(); } };
object.assigned = function () { spin(); };
Some.prototype.added = () => { spin(); };
declared(); declaredAsync(); generator().next(); expression(); named(); arrow(); asyncArrow(1);
const some = new Some(1); some.method(1); Some.shared(1); some.prop; some.later(); some.callHidden();
new Other(1); object.method(); object.property(); object.arrow(); object.assigned(); some.added();
[1].forEach(function () { spin(); });
[1].map(x => { spin(); });
`;

function callFramesOf(run: () => void) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 100 });
  session.post('Profiler.start');
  run();
  let profile: Profiler.Profile | undefined;
  session.post('Profiler.stop', (_error, result) => (profile = result.profile));
  session.disconnect();
  return profile?.nodes.map(({ callFrame }) => callFrame) ?? [];
}

/** How many functions the script has. */
const FUNCTIONS = 21;

test('functions have the names and the places that V8 gives to them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-functions-'));
  const file = join(folder, 'forms.cjs');
  writeFileSync(file, FORMS);
  const functions = new ScriptFunctions(readFunctions(readFileSync(file, 'utf8')));
  const require = createRequire(file);
  const run = (): void => {
    delete require.cache[file];
    require(file);
  };
  // V8 places the function of the fields at the class, or at the first of them, by its release.
  const isShown = ({ url, functionName }: Runtime.CallFrame): boolean =>
    url.endsWith('forms.cjs') && functionName !== '<instance_members_initializer>';
  const byV8 = new Map<string, { name: string; line: number; column: number }>();
  // again where no sample fell into one of them, as on a busy machine
  while (byV8.size < FUNCTIONS) {
    for (const { functionName: name, lineNumber, columnNumber } of callFramesOf(run).filter(
      isShown
    )) {
      const [line, column] = [lineNumber + 1, columnNumber + 1];
      byV8.set(`${line}:${column}`, { name, line, column });
    }
  }
  rmSync(folder, { recursive: true });
  for (const { name, line, column } of byV8.values()) {
    const found = functions.beginning(line, column);
    expect({ name: found?.name, line, column }).toEqual({
      name,
      line,
      column
    });
  }
});

test.each([{}, { minify: true }, { minifyWhitespace: true, minifySyntax: true }])(
  'functions keep the names that a compiler keeps for them, with %j',
  options => {
    const { code } = transformSync(FORMS, { keepNames: true, format: 'cjs', ...options });
    const names = readFunctions(code).map(({ name }) => name);
    const ofExpressions = ['spin', 'expression', 'arrow', 'asyncArrow', 'property'];
    expect(names).toEqual(expect.arrayContaining(ofExpressions));
  }
);

test('a call with a function and a text gives no name where it is another one', () => {
  const names = readFunctions('on(() => 1, "close");').map(({ name }) => name);
  expect(names).toEqual(['', '']);
});

const NESTED = `function outer(list) {
  let sum = 0;
  for (const each of list) {
    sum += twice(each);
    sum += (0, lib.thrice)(
      each);
  }
  list.forEach(each => {
    sum += each;
  });
  return sum;
}
function twice(x) { return half(x) * 4; }
const half = x => x / 2;
lib.thrice = function (x) {
  return x * 3;
};
outer([]);`;

function nested() {
  const functions = new ScriptFunctions(readFunctions(NESTED));
  return { functions };
}

test('a line belongs to the functions that have code of their own on it, the innermost first', () => {
  const { functions } = nested();
  const namesOn = (line: number) =>
    functions.on(line).map(({ name, line: begin }) => name || begin);
  expect(namesOn(4)).toEqual(['outer']);
  expect(namesOn(8)).toEqual([8, 'outer']);
  expect(namesOn(9)).toEqual([8]);
  expect(namesOn(13)).toEqual(['twice', 1]);
  expect(namesOn(16)).toEqual(['lib.thrice']);
  expect(namesOn(18)).toEqual([1]);
  expect(namesOn(99)).toEqual([]);
});

test('the ways to a function are the lines that call it, through others if need be', () => {
  const { functions } = nested();
  const [outer] = functions.on(4);
  const waysTo = (line: number) =>
    functions.ways(outer, functions.on(line)[0]).map(way => way.map(each => each.line));
  expect(waysTo(13)).toEqual([[4]]);
  expect(waysTo(14)).toEqual([[4, 13]]);
  expect(waysTo(16)).toEqual([[5]]);
  expect(waysTo(9)).toEqual([[8]]);
  expect(functions.ways(functions.on(16)[0], outer)).toEqual([]);
});
