import { testFirstTutorial } from './firstTutorial';

testFirstTutorial('JupyterLab');
testFirstTutorial('Jupyter Notebook');
