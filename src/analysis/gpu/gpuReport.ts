export type {
  DeviceUse,
  GpuReport,
  IdleCause,
  IdleGap,
  KernelUse,
  LaunchLatency,
  LineGpuUse,
  OccupancyLimit,
  OperatorGpuUse,
  StreamUse,
  TransferUse
} from '../../model/gpuReport';
export { MAX_GAPS } from '../../model/gpuReport';
