import { testFirstTutorial } from './firstTutorial';

testFirstTutorial('JupyterLab', { isWhole: false });
