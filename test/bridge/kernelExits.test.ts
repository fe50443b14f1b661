import { EARLY_EXITS, testExits } from './kernelExits';

testExits(EARLY_EXITS);
