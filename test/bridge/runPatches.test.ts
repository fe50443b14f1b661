import { SOME_PATCHES, testPatches } from './runPatches';

testPatches(SOME_PATCHES);
