import { testWaiting } from './waitingTimeline';

testWaiting('dark');
