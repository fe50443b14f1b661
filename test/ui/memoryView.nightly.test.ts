import { testMemoryView } from './memoryView';

testMemoryView('dark');
