import { testGpuView } from './gpuView';

testGpuView('dark');
