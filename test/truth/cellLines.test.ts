import { testCells } from './cellLines';

testCells({ count: 16, seed: 20_261, knownWrong: 2 });
