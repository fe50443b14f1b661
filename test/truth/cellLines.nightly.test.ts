import { testCells } from './cellLines';

testCells({ count: 208, seed: 20_261, knownWrong: 4 });
