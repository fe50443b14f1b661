// Numbers that CUPTI gives to calls of the driver and the runtime: those that programs make often.

#include <cstring>
#include <map>
#include <string>

#include "call.h"

namespace fake {
namespace {

struct Callback {
  uint32_t number;
  const char* name;
};

constexpr Callback kDriverCalls[] = {
    {1, "cuInit"}, {2, "cuDriverGetVersion"}, {3, "cuDeviceGet"}, {4, "cuDeviceGetCount"},
    {5, "cuDeviceGetName"}, {9, "cuDeviceGetAttribute"}, {10, "cuCtxCreate"}, {11, "cuCtxDestroy"},
    {16, "cuCtxGetDevice"}, {17, "cuCtxSynchronize"}, {18, "cuModuleLoad"},
    {19, "cuModuleLoadData"}, {20, "cuModuleLoadDataEx"}, {21, "cuModuleLoadFatBinary"},
    {22, "cuModuleUnload"}, {23, "cuModuleGetFunction"}, {24, "cuModuleGetGlobal"},
    {27, "cuMemGetInfo"}, {29, "cuMemAlloc"}, {31, "cuMemAllocPitch"}, {33, "cuMemFree"},
    {35, "cuMemGetAddressRange"}, {37, "cuMemAllocHost"}, {38, "cuMemFreeHost"},
    {39, "cuMemHostAlloc"}, {40, "cuMemHostGetDevicePointer"}, {42, "cuMemHostGetFlags"},
    {43, "cuMemcpyHtoD"}, {45, "cuMemcpyDtoH"}, {47, "cuMemcpyDtoD"}, {60, "cuMemcpyHtoDAsync"},
    {62, "cuMemcpyDtoHAsync"}, {64, "cuMemcpyDtoDAsync"}, {71, "cuMemsetD8"}, {73, "cuMemsetD16"},
    {75, "cuMemsetD32"}, {83, "cuFuncSetBlockShape"}, {84, "cuFuncSetSharedSize"},
    {85, "cuFuncGetAttribute"}, {86, "cuFuncSetCacheConfig"}, {115, "cuLaunch"},
    {116, "cuLaunchGrid"}, {117, "cuLaunchGridAsync"}, {118, "cuEventCreate"},
    {119, "cuEventRecord"}, {120, "cuEventQuery"}, {121, "cuEventSynchronize"},
    {122, "cuEventDestroy"}, {123, "cuEventElapsedTime"}, {124, "cuStreamCreate"},
    {125, "cuStreamQuery"}, {126, "cuStreamSynchronize"}, {127, "cuStreamDestroy"},
    {128, "cuGraphicsUnregisterResource"}, {130, "cuGraphicsResourceGetMappedPointer"},
    {132, "cuGraphicsResourceSetMapFlags"}, {133, "cuGraphicsMapResources"},
    {134, "cuGraphicsUnmapResources"}, {136, "cuCtxSetLimit"}, {137, "cuCtxGetLimit"},
    {216, "cuMemsetD8Async"}, {218, "cuMemsetD16Async"}, {220, "cuMemsetD32Async"},
    {235, "cuCtxCreate_v2"}, {241, "cuModuleGetGlobal_v2"}, {242, "cuMemGetInfo_v2"},
    {243, "cuMemAlloc_v2"}, {244, "cuMemAllocPitch_v2"}, {245, "cuMemFree_v2"},
    {246, "cuMemGetAddressRange_v2"}, {247, "cuMemHostGetDevicePointer_v2"}, {248, "cuMemcpy_v2"},
    {249, "cuMemsetD8_v2"}, {250, "cuMemsetD16_v2"}, {251, "cuMemsetD32_v2"},
    {258, "cuGraphicsResourceGetMappedPointer_v2"}, {259, "cuDeviceTotalMem_v2"},
    {271, "cuMemHostAlloc_v2"}, {276, "cuMemcpyHtoD_v2"}, {277, "cuMemcpyHtoDAsync_v2"},
    {278, "cuMemcpyDtoH_v2"}, {279, "cuMemcpyDtoHAsync_v2"}, {280, "cuMemcpyDtoD_v2"},
    {281, "cuMemcpyDtoDAsync_v2"}, {294, "cuMemAllocHost_v2"}, {295, "cuStreamWaitEvent"},
    {301, "cuMemHostRegister"}, {302, "cuMemHostUnregister"}, {303, "cuCtxSetCurrent"},
    {304, "cuCtxGetCurrent"}, {305, "cuMemcpy"}, {306, "cuMemcpyAsync"}, {307, "cuLaunchKernel"},
    {308, "cuProfilerStart"}, {309, "cuProfilerStop"}, {310, "cuPointerGetAttribute"},
    {311, "cuProfilerInitialize"}, {312, "cuDeviceCanAccessPeer"}, {313, "cuCtxEnablePeerAccess"},
    {318, "cuMemcpyPeer"}, {319, "cuMemcpyPeerAsync"}, {322, "cuCtxDestroy_v2"},
    {323, "cuCtxPushCurrent_v2"}, {324, "cuCtxPopCurrent_v2"}, {325, "cuEventDestroy_v2"},
    {326, "cuStreamDestroy_v2"}, {332, "cuDeviceGetPCIBusId"}, {338, "cuFuncSetSharedMemConfig"},
    {346, "cuStreamAddCallback"}, {362, "cuLinkCreate"}, {363, "cuLinkAddData"},
    {364, "cuLinkAddFile"}, {365, "cuLinkComplete"}, {366, "cuLinkDestroy"},
    {367, "cuStreamCreateWithPriority"}, {368, "cuStreamGetPriority"}, {369, "cuStreamGetFlags"},
    {370, "cuCtxGetStreamPriorityRange"}, {371, "cuMemAllocManaged"},
    {374, "cuOccupancyMaxActiveBlocksPerMultiprocessor"}, {379, "cuMemHostRegister_v2"},
    {380, "cuGraphicsResourceSetMapFlags_v2"}, {381, "cuLinkCreate_v2"}, {382, "cuLinkAddData_v2"},
    {383, "cuLinkAddFile_v2"}, {384, "cuOccupancyMaxPotentialBlockSize"},
    {386, "cuDevicePrimaryCtxRetain"}, {387, "cuDevicePrimaryCtxRelease"},
    {388, "cuDevicePrimaryCtxSetFlags"}, {389, "cuDevicePrimaryCtxReset"},
    {392, "cuDevicePrimaryCtxGetState"}, {449, "cuGraphicsResourceGetMappedEglFrame"},
    {450, "cuPointerGetAttributes"}, {451, "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
    {452, "cuOccupancyMaxPotentialBlockSizeWithFlags"}, {458, "cuStreamWaitValue32"},
    {460, "cuStreamWriteValue32"}, {469, "cuEventCreateFromNVNSync"}, {473, "cuStreamWaitValue64"},
    {475, "cuStreamWriteValue64"}, {477, "cuLaunchCooperativeKernel"},
    {480, "cuLaunchCooperativeKernelMultiDevice"}, {481, "cuFuncSetAttribute"},
    {483, "cuStreamGetCtx"}, {495, "cuStreamBeginCapture"}, {497, "cuStreamEndCapture"},
    {499, "cuStreamIsCapturing"}, {501, "cuGraphCreate"}, {502, "cuGraphAddKernelNode"},
    {503, "cuGraphKernelNodeGetParams"}, {504, "cuGraphAddMemcpyNode"},
    {505, "cuGraphMemcpyNodeGetParams"}, {506, "cuGraphAddMemsetNode"},
    {507, "cuGraphMemsetNodeGetParams"}, {508, "cuGraphMemsetNodeSetParams"},
    {509, "cuGraphNodeGetType"}, {510, "cuGraphGetRootNodes"}, {511, "cuGraphNodeGetDependencies"},
    {512, "cuGraphNodeGetDependentNodes"}, {513, "cuGraphInstantiate"}, {514, "cuGraphLaunch"},
    {516, "cuGraphExecDestroy"}, {517, "cuGraphDestroy"}, {518, "cuGraphAddDependencies"},
    {519, "cuGraphRemoveDependencies"}, {520, "cuGraphMemcpyNodeSetParams"},
    {521, "cuGraphKernelNodeSetParams"}, {522, "cuGraphDestroyNode"}, {523, "cuGraphClone"},
    {524, "cuGraphNodeFindInClone"}, {525, "cuGraphAddChildGraphNode"},
    {526, "cuGraphAddEmptyNode"}, {527, "cuLaunchHostFunc"}, {529, "cuGraphChildGraphNodeGetGraph"},
    {530, "cuGraphAddHostNode"}, {531, "cuGraphHostNodeGetParams"},
    {533, "cuGraphHostNodeSetParams"}, {534, "cuGraphGetNodes"}, {535, "cuGraphGetEdges"},
    {536, "cuStreamGetCaptureInfo"}, {538, "cuGraphExecKernelNodeSetParams"},
    {539, "cuStreamBeginCapture_v2"}, {543, "cuOccupancyAvailableDynamicSMemPerBlock"},
    {544, "cuDevicePrimaryCtxRelease_v2"}, {545, "cuDevicePrimaryCtxReset_v2"},
    {546, "cuDevicePrimaryCtxSetFlags_v2"}, {556, "cuMemGetAllocationGranularity"},
    {557, "cuMemGetAllocationPropertiesFromHandle"}, {558, "cuMemGetAccess"},
    {559, "cuStreamSetFlags"}, {561, "cuGraphExecUpdate"}, {562, "cuGraphExecMemcpyNodeSetParams"},
    {563, "cuGraphExecMemsetNodeSetParams"}, {564, "cuGraphExecHostNodeSetParams"},
    {566, "cuFuncGetModule"}, {568, "cuCtxResetPersistingL2Cache"},
    {569, "cuGraphKernelNodeCopyAttributes"}, {570, "cuGraphKernelNodeGetAttribute"},
    {571, "cuGraphKernelNodeSetAttribute"}, {572, "cuStreamCopyAttributes"},
    {574, "cuStreamGetAttribute"}, {576, "cuStreamSetAttribute"}, {578, "cuGraphInstantiate_v2"},
    {580, "cuGraphUpload"}, {586, "cuGraphExecChildGraphNodeSetParams"},
    {587, "cuEventRecordWithFlags"}, {589, "cuGraphAddEventRecordNode"},
    {590, "cuGraphAddEventWaitNode"}, {591, "cuGraphEventRecordNodeGetEvent"},
    {592, "cuGraphEventWaitNodeGetEvent"}, {593, "cuGraphEventRecordNodeSetEvent"},
    {594, "cuGraphEventWaitNodeSetEvent"}, {595, "cuGraphExecEventRecordNodeSetEvent"},
    {596, "cuGraphExecEventWaitNodeSetEvent"}, {598, "cuMemAllocAsync"}, {600, "cuMemFreeAsync"},
    {602, "cuMemPoolTrimTo"}, {603, "cuMemPoolSetAttribute"}, {604, "cuMemPoolGetAttribute"},
    {605, "cuMemPoolSetAccess"}, {607, "cuMemPoolCreate"}, {608, "cuMemPoolDestroy"},
    {611, "cuMemAllocFromPoolAsync"}, {613, "cuMemPoolExportToShareableHandle"},
    {614, "cuMemPoolImportFromShareableHandle"}, {615, "cuMemPoolExportPointer"},
    {616, "cuMemPoolImportPointer"}, {617, "cuMemPoolGetAccess"}, {626, "cuGetProcAddress"},
    {628, "cuGraphDebugDotPrint"}, {629, "cuStreamGetCaptureInfo_v2"},
    {631, "cuStreamUpdateCaptureDependencies"}, {638, "cuGraphAddMemAllocNode"},
    {639, "cuGraphAddMemFreeNode"}, {643, "cuGraphInstantiateWithFlags"}, {645, "cuCtxCreate_v3"},
    {647, "cuDeviceGetUuid_v2"}, {648, "cuGraphMemAllocNodeGetParams"},
    {649, "cuGraphMemFreeNodeGetParams"}, {650, "cuGraphNodeSetEnabled"},
    {651, "cuGraphNodeGetEnabled"}, {652, "cuLaunchKernelEx"},
    {656, "cuGraphInstantiateWithParams"}, {658, "cuGraphExecGetFlags"},
    {659, "cuStreamWaitValue32_v2"}, {661, "cuStreamWaitValue64_v2"},
    {663, "cuStreamWriteValue32_v2"}, {665, "cuStreamWriteValue64_v2"},
    {673, "cuModuleGetLoadingMode"}, {674, "cuMemGetHandleForAddressRange"},
    {675, "cuOccupancyMaxPotentialClusterSize"}, {676, "cuOccupancyMaxActiveClusters"},
    {677, "cuGetProcAddress_v2"}, {678, "cuLibraryLoadData"}, {679, "cuLibraryLoadFromFile"},
    {680, "cuLibraryUnload"}, {681, "cuLibraryGetKernel"}, {682, "cuLibraryGetModule"},
    {683, "cuKernelGetFunction"}, {684, "cuLibraryGetGlobal"}, {685, "cuLibraryGetManaged"},
    {686, "cuKernelGetAttribute"}, {687, "cuKernelSetAttribute"}, {688, "cuKernelSetCacheConfig"},
    {689, "cuGraphAddKernelNode_v2"}, {690, "cuGraphKernelNodeGetParams_v2"},
    {691, "cuGraphKernelNodeSetParams_v2"}, {692, "cuGraphExecKernelNodeSetParams_v2"},
    {693, "cuStreamGetId"}, {696, "cuGraphExecUpdate_v2"}, {700, "cuLibraryGetUnifiedFunction"},
    {712, "cuGraphAddNode"}, {713, "cuGraphNodeSetParams"}, {714, "cuGraphExecNodeSetParams"},
    {718, "cuFuncGetName"}, {719, "cuKernelGetName"}, {720, "cuStreamBeginCaptureToGraph"},
    {723, "cuGraphAddNode_v2"}, {724, "cuGraphGetEdges_v2"}, {725, "cuGraphNodeGetDependencies_v2"},
    {726, "cuGraphNodeGetDependentNodes_v2"}, {727, "cuGraphAddDependencies_v2"},
    {728, "cuGraphRemoveDependencies_v2"}, {729, "cuStreamGetCaptureInfo_v3"},
    {731, "cuStreamUpdateCaptureDependencies_v2"}, {733, "cuFuncGetParamInfo"},
    {734, "cuKernelGetParamInfo"}, {737, "cuModuleGetFunctionCount"},
    {738, "cuModuleEnumerateFunctions"}, {739, "cuLibraryGetKernelCount"},
    {740, "cuLibraryEnumerateKernels"}, {741, "cuFuncIsLoaded"}, {742, "cuFuncLoad"},
    {754, "cuKernelGetLibrary"}, {757, "cuCtxCreate_v4"}, {759, "cuStreamGetCtx_v2"},
    {774, "cuStreamGetDevice"}, {780, "cuEventElapsedTime_v2"}, {801, "cuMemGetDefaultMemPool"},
    {802, "cuMemGetMemPool"},
};

constexpr Callback kRuntimeCalls[] = {
    {1, "cudaDriverGetVersion_v3020"}, {2, "cudaRuntimeGetVersion_v3020"},
    {3, "cudaGetDeviceCount_v3020"}, {4, "cudaGetDeviceProperties_v3020"},
    {6, "cudaGetChannelDesc_v3020"}, {9, "cudaSetupArgument_v3020"}, {10, "cudaGetLastError_v3020"},
    {12, "cudaGetErrorString_v3020"}, {13, "cudaLaunch_v3020"},
    {14, "cudaFuncSetCacheConfig_v3020"}, {15, "cudaFuncGetAttributes_v3020"},
    {16, "cudaSetDevice_v3020"}, {17, "cudaGetDevice_v3020"}, {18, "cudaSetValidDevices_v3020"},
    {19, "cudaSetDeviceFlags_v3020"}, {20, "cudaMalloc_v3020"}, {21, "cudaMallocPitch_v3020"},
    {22, "cudaFree_v3020"}, {25, "cudaMallocHost_v3020"}, {26, "cudaFreeHost_v3020"},
    {27, "cudaHostAlloc_v3020"}, {28, "cudaHostGetDevicePointer_v3020"},
    {29, "cudaHostGetFlags_v3020"}, {30, "cudaMemGetInfo_v3020"}, {31, "cudaMemcpy_v3020"},
    {41, "cudaMemcpyAsync_v3020"}, {49, "cudaMemset_v3020"}, {51, "cudaMemsetAsync_v3020"},
    {74, "cudaGraphicsUnregisterResource_v3020"}, {75, "cudaGraphicsResourceSetMapFlags_v3020"},
    {76, "cudaGraphicsMapResources_v3020"}, {77, "cudaGraphicsUnmapResources_v3020"},
    {78, "cudaGraphicsResourceGetMappedPointer_v3020"}, {124, "cudaSetDoubleForDevice_v3020"},
    {125, "cudaSetDoubleForHost_v3020"}, {129, "cudaStreamCreate_v3020"},
    {130, "cudaStreamDestroy_v3020"}, {131, "cudaStreamSynchronize_v3020"},
    {132, "cudaStreamQuery_v3020"}, {133, "cudaEventCreate_v3020"},
    {134, "cudaEventCreateWithFlags_v3020"}, {135, "cudaEventRecord_v3020"},
    {136, "cudaEventDestroy_v3020"}, {137, "cudaEventSynchronize_v3020"},
    {138, "cudaEventQuery_v3020"}, {139, "cudaEventElapsedTime_v3020"},
    {147, "cudaStreamWaitEvent_v3020"}, {152, "cudaHostRegister_v4000"},
    {153, "cudaHostUnregister_v4000"}, {154, "cudaDeviceCanAccessPeer_v4000"},
    {155, "cudaDeviceEnablePeerAccess_v4000"}, {156, "cudaDeviceDisablePeerAccess_v4000"},
    {160, "cudaMemcpyPeer_v4000"}, {161, "cudaMemcpyPeerAsync_v4000"},
    {164, "cudaDeviceReset_v3020"}, {165, "cudaDeviceSynchronize_v3020"},
    {166, "cudaDeviceGetLimit_v3020"}, {167, "cudaDeviceSetLimit_v3020"},
    {168, "cudaDeviceGetCacheConfig_v3020"}, {169, "cudaDeviceSetCacheConfig_v3020"},
    {170, "cudaProfilerInitialize_v4000"}, {171, "cudaProfilerStart_v4000"},
    {172, "cudaProfilerStop_v4000"}, {173, "cudaDeviceGetByPCIBusId_v4010"},
    {174, "cudaDeviceGetPCIBusId_v4010"}, {182, "cudaFuncSetSharedMemConfig_v4020"},
    {183, "cudaDeviceGetSharedMemConfig_v4020"}, {184, "cudaDeviceSetSharedMemConfig_v4020"},
    {197, "cudaStreamAddCallback_v5000"}, {198, "cudaStreamCreateWithFlags_v5000"},
    {200, "cudaDeviceGetAttribute_v5000"}, {201, "cudaStreamDestroy_v5050"},
    {202, "cudaStreamCreateWithPriority_v5050"}, {203, "cudaStreamGetPriority_v5050"},
    {204, "cudaStreamGetFlags_v5050"}, {205, "cudaDeviceGetStreamPriorityRange_v5050"},
    {206, "cudaMallocManaged_v6000"}, {207, "cudaOccupancyMaxActiveBlocksPerMultiprocessor_v6000"},
    {208, "cudaStreamAttachMemAsync_v6000"}, {209, "cudaGetErrorName_v6050"},
    {210, "cudaOccupancyMaxActiveBlocksPerMultiprocessor_v6050"}, {211, "cudaLaunchKernel_v7000"},
    {212, "cudaGetDeviceFlags_v7000"},
    {251, "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000"},
    {252, "cudaMemPrefetchAsync_v8000"}, {254, "cudaMemAdvise_v8000"},
    {255, "cudaDeviceGetP2PAttribute_v8000"}, {265, "cudaGraphicsResourceGetMappedEglFrame_v7000"},
    {266, "cudaMemRangeGetAttribute_v8000"}, {267, "cudaMemRangeGetAttributes_v8000"},
    {273, "cudaFuncSetAttribute_v9000"}, {284, "cudaLaunchHostFunc_v10000"},
    {286, "cudaGraphCreate_v10000"}, {289, "cudaGraphAddKernelNode_v10000"},
    {290, "cudaGraphAddMemcpyNode_v10000"}, {293, "cudaGraphAddMemsetNode_v10000"},
    {296, "cudaGraphAddHostNode_v10000"}, {298, "cudaGraphAddChildGraphNode_v10000"},
    {300, "cudaGraphAddEmptyNode_v10000"}, {301, "cudaGraphClone_v10000"},
    {302, "cudaGraphNodeFindInClone_v10000"}, {304, "cudaGraphGetRootNodes_v10000"},
    {307, "cudaGraphAddDependencies_v10000"}, {308, "cudaGraphRemoveDependencies_v10000"},
    {309, "cudaGraphDestroyNode_v10000"}, {310, "cudaGraphInstantiate_v10000"},
    {311, "cudaGraphLaunch_v10000"}, {313, "cudaGraphExecDestroy_v10000"},
    {314, "cudaGraphDestroy_v10000"}, {315, "cudaStreamBeginCapture_v10000"},
    {317, "cudaStreamIsCapturing_v10000"}, {319, "cudaStreamEndCapture_v10000"},
    {322, "cudaGraphGetNodes_v10000"}, {323, "cudaGraphGetEdges_v10000"},
    {324, "cudaStreamGetCaptureInfo_v10010"}, {328, "cudaDeviceGetNvSciSyncAttributes_v10020"},
    {329, "cudaOccupancyAvailableDynamicSMemPerBlock_v10200"}, {330, "cudaStreamSetFlags_v10200"},
    {335, "cudaGraphExecUpdate_v10020"}, {338, "cudaGraphKernelNodeCopyAttributes_v11000"},
    {341, "cudaStreamCopyAttributes_v11000"}, {343, "cudaStreamGetAttribute_v11000"},
    {345, "cudaStreamSetAttribute_v11000"}, {348, "cudaGraphUpload_v10000"},
    {352, "cudaGraphAddMemcpyNode1D_v11010"}, {362, "cudaGraphAddEventRecordNode_v11010"},
    {365, "cudaGraphAddEventWaitNode_v11010"}, {370, "cudaEventRecordWithFlags_v11010"},
    {372, "cudaDeviceGetDefaultMemPool_v11020"}, {373, "cudaMallocAsync_v11020"},
    {375, "cudaFreeAsync_v11020"}, {377, "cudaMemPoolTrimTo_v11020"},
    {378, "cudaMemPoolSetAttribute_v11020"}, {379, "cudaMemPoolGetAttribute_v11020"},
    {380, "cudaMemPoolSetAccess_v11020"}, {382, "cudaMemPoolGetAccess_v11020"},
    {383, "cudaMemPoolCreate_v11020"}, {384, "cudaMemPoolDestroy_v11020"},
    {385, "cudaDeviceSetMemPool_v11020"}, {386, "cudaDeviceGetMemPool_v11020"},
    {387, "cudaMemPoolExportToShareableHandle_v11020"},
    {388, "cudaMemPoolImportFromShareableHandle_v11020"}, {389, "cudaMemPoolExportPointer_v11020"},
    {390, "cudaMemPoolImportPointer_v11020"}, {391, "cudaMallocFromPoolAsync_v11020"},
    {405, "cudaDeviceFlushGPUDirectRDMAWrites_v11030"}, {406, "cudaGetDriverEntryPoint_v11030"},
    {408, "cudaGraphDebugDotPrint_v11030"}, {409, "cudaStreamGetCaptureInfo_v2_v11030"},
    {411, "cudaStreamUpdateCaptureDependencies_v11030"},
    {418, "cudaGraphInstantiateWithFlags_v11040"}, {419, "cudaGraphAddMemAllocNode_v11040"},
    {421, "cudaGraphAddMemFreeNode_v11040"}, {423, "cudaDeviceGraphMemTrim_v11040"},
    {424, "cudaDeviceGetGraphMemAttribute_v11040"}, {425, "cudaDeviceSetGraphMemAttribute_v11040"},
    {430, "cudaLaunchKernelExC_v11060"}, {432, "cudaOccupancyMaxPotentialClusterSize_v11070"},
    {433, "cudaOccupancyMaxActiveClusters_v11070"}, {436, "cudaGraphInstantiateWithParams_v12000"},
    {438, "cudaGraphExecGetFlags_v12000"}, {439, "cudaGetKernel_v12000"},
    {440, "cudaGetDeviceProperties_v12000"}, {441, "cudaStreamGetId_v12000"},
    {443, "cudaGraphInstantiate_v12000"}, {444, "cudaInitDevice_v12000"},
    {445, "cudaGraphAddNode_v12020"}, {448, "cudaMemAdvise_v12020"},
    {449, "cudaMemPrefetchAsync_v12020"}, {451, "cudaFuncGetName_v12030"},
    {452, "cudaStreamBeginCaptureToGraph_v12030"}, {455, "cudaGraphGetEdges_v12030"},
    {458, "cudaGraphAddDependencies_v12030"}, {459, "cudaGraphRemoveDependencies_v12030"},
    {460, "cudaGraphAddNode_v12030"}, {461, "cudaStreamGetCaptureInfo_v12030"},
    {463, "cudaStreamUpdateCaptureDependencies_v12030"},
    {465, "cudaDeviceRegisterAsyncNotification_v12040"},
    {466, "cudaDeviceUnregisterAsyncNotification_v12040"}, {467, "cudaFuncGetParamInfo_v12040"},
    {468, "cudaGetDriverEntryPointByVersion_v12050"}, {480, "cudaStreamGetDevice_v12080"},
    {486, "cudaEventElapsedTime_v12080"}, {493, "cudaGetExportTable_v13000"},
    {518, "cudaMemGetDefaultMemPool_v13000"}, {519, "cudaMemGetMemPool_v13000"},
    {520, "cudaMemSetMemPool_v13000"}, {521, "cudaDeviceGetHostAtomicCapabilities_v13000"},
    {522, "cudaDeviceGetP2PAtomicCapabilities_v13000"},
};

struct Names {
  std::map<uint32_t, const char*> byNumber;
  std::map<std::string, uint32_t> byName;

  template <size_t kCount>
  explicit Names(const Callback (&calls)[kCount]) {
    for (const Callback& call : calls) {
      byNumber[call.number] = call.name;
      byName[call.name] = call.number;
    }
  }
};

const Names& namesOf(Api api) {
  static const Names* const driver = new Names(kDriverCalls);
  static const Names* const runtime = new Names(kRuntimeCalls);
  return api == Api::driver ? *driver : *runtime;
}

}  // namespace

uint32_t callbackNumber(Api api, const char* name) {
  const auto& numbers = namesOf(api).byName;
  const auto found = numbers.find(name);
  return found == numbers.end() ? 0 : found->second;
}

const char* callbackName(Api api, uint32_t number) {
  const auto& names = namesOf(api).byNumber;
  const auto found = names.find(number);
  return found == names.end() ? nullptr : found->second;
}

}  // namespace fake
