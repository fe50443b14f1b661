import { randomExits, testExits } from './kernelExits';

testExits(randomExits(Number(process.env['KERNELSCOPE_EXITS'] ?? 10)));
