import { isNight } from '../support/tiers';
import { allOf, SOME_PATCHES, testPatches } from './runPatches';

testPatches(isNight ? SOME_PATCHES : [allOf(SOME_PATCHES)]);
