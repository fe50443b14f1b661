import { testFlameView } from './flameView';

testFlameView('light', { isWhole: false });
