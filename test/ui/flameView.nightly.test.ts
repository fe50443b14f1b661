import { testFlameView } from './flameView';

testFlameView('dark');
