import { testKills } from './killedRun';

testKills(Number(process.env['KERNELSCOPE_KILLS'] ?? 12));
