/**
 * The types behind `import`: a compiler that tells modules of both kinds apart takes those of `require` for
 * CommonJS alone. `kernelscope.mts` is the code to it; nothing runs this module.
 */
import * as library from '../index.js';

export * from '../index.js';
export { library as default };
