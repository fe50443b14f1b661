import { testAccessibility } from './accessibility';

testAccessibility('light', { isWhole: false });
