import { testCells } from './cellLines';

testCells({ count: 40, seed: 20_261, knownWrong: 2 });
