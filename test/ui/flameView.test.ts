import { testFlameView } from './flameView';

testFlameView('light');
