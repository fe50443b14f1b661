import { testFirstTutorial } from './firstTutorial';

testFirstTutorial('JupyterLab');
