import { testFlameView } from './flameView';

testFlameView('dark', { isWhole: true });
