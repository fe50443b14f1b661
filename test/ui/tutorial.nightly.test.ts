import { testFirstTutorial } from './firstTutorial';

testFirstTutorial('Jupyter Notebook');
