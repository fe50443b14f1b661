export { leaveToSignal } from './recordProgram';
export { recordThisProgram } from './recordThisProgram';
