import { testCells } from './cellLines';

testCells({ count: 8, seed: 20_261, knownWrong: 1 });
