import { OTHER_PATCHES, testPatches } from './runPatches';

testPatches(OTHER_PATCHES);
