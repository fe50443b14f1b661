import { testFirstTutorial } from './firstTutorial';

testFirstTutorial('JupyterLab', { isWhole: true });
testFirstTutorial('Jupyter Notebook', { isWhole: true });
