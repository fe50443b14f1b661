'use strict';
/**
 * Writes V8's trace of some deoptimizations to the file that is named: `node make.cjs v24.txt`. The flags are those of
 * `src/sources/deopts/traceFlags.ts`.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const file = path.resolve(process.argv[2]);
const hasPositions = Number(process.versions.v8.split('.', 1)[0]) >= 13;

const PROGRAM = `
function area(shape) {
  return shape.width * shape.height;
}
function sum(shapes) {
  let all = 0;
  for (const shape of shapes) all += area(shape);
  return all;
}
const squares = Array.from({ length: 2000 }, (_, at) => ({ width: at & 7, height: 2 }));
const turned = [{ height: 2, width: 3 }];
for (let run = 0; run < 3000; run++) sum(squares);
sum(turned);

const wähle = (list, index) => list[index];
for (let run = 0; run < 300000; run++) wähle(squares, run & 7);
wähle(squares, 5000);

class Size {
  static of(value) {
    return value.size | 0;
  }
}
for (let run = 0; run < 300000; run++) Size.of({ size: 1 });
Size.of({ size: 1.5 });
`;

writeFileSync(file, '');
const flags = [
  `--redirect-code-traces-to=${file}`,
  '--redirect-code-traces',
  '--trace-file-names',
  '--log-deopt',
  ...(hasPositions ? ['--trace-deopt-verbose'] : [])
];
for (const flag of flags) v8.setFlagsFromString(flag);
vm.runInThisContext(PROGRAM, { filename: '/program/shapes.js' });
if (hasPositions) v8.setFlagsFromString('--no-trace-deopt-verbose');
v8.setFlagsFromString('--no-log-deopt');
