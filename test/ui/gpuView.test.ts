import { testGpuView } from './gpuView';

testGpuView('light');
