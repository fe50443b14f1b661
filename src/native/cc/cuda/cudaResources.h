#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "driver/cudaProcess.h"

namespace kernelscope {

/// Where something of CUDA lives: in one generation of the primary context of one device.
struct CudaPlace {
  int device = 0;
  uint32_t generation = 0;
  CudaContext context = nullptr;

  CudaPrimary& primary() const { return CudaProcess::instance().primary(device); }
  bool isGone() const { return primary().generation() != generation; }
  /// Makes the context current where what is in it can still be freed; tells whether it can.
  bool enter() const;
};

/// Something that the driver keeps for a program, freed by its destructor. After a lost or a reset
/// context the destructor leaves it alone: the driver has freed it, or does with the reset.
class CudaResource {
 public:
  explicit CudaResource(const CudaPlace& place) : place_(place) {}
  virtual ~CudaResource() = default;
  CudaResource(const CudaResource&) = delete;
  CudaResource& operator=(const CudaResource&) = delete;

  const CudaPlace& place() const { return place_; }

 protected:
  static const CudaDriver& driver() { return *CudaProcess::instance().driver(); }

 private:
  const CudaPlace place_;
};

/// Memory of a device.
class CudaMemory : public CudaResource {
 public:
  CudaMemory(const CudaPlace& place, size_t bytes);
  ~CudaMemory() override;
  CudaAddress address() const { return address_; }

 private:
  CudaAddress address_ = 0;
};

/// Memory of the host that its system cannot move, so that devices reach it directly. It belongs to
/// this process, not to the context: a reset leaves its bytes in place.
class CudaPinned : public CudaResource {
 public:
  CudaPinned(const CudaPlace& place, size_t bytes);
  ~CudaPinned() override;
  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  size_t bytes_;
};

class CudaStream : public CudaResource {
 public:
  explicit CudaStream(const CudaPlace& place);
  ~CudaStream() override;
  CudaStreamHandle handle() const { return handle_; }

 private:
  CudaStreamHandle handle_ = nullptr;
};

class CudaEvent : public CudaResource {
 public:
  explicit CudaEvent(const CudaPlace& place);
  ~CudaEvent() override;
  CudaEventHandle handle() const { return handle_; }

 private:
  CudaEventHandle handle_ = nullptr;
};

class CudaModule : public CudaResource {
 public:
  CudaModule(const CudaPlace& place, const void* image);
  ~CudaModule() override;
  CudaModuleHandle handle() const { return handle_; }

 private:
  CudaModuleHandle handle_ = nullptr;
};

/// A kernel of a module, which it keeps loaded.
class CudaKernel : public CudaResource {
 public:
  CudaKernel(std::shared_ptr<CudaModule> module, const char* name);
  CudaFunctionHandle handle() const { return handle_; }
  int attribute(int which) const;
  /// Bytes of each parameter; none where the driver does not tell, as before CUDA 12.4.
  std::optional<std::vector<size_t>> parameterBytes() const;
  /// Lets launches take so many bytes of shared memory, beyond what all kernels may.
  void allowSharedBytes(unsigned bytes);

 private:
  std::shared_ptr<CudaModule> module_;
  CudaFunctionHandle handle_ = nullptr;
  unsigned allowedSharedBytes_ = 0;
};

/// A captured graph that can be launched, with all that its nodes use.
class CudaGraph : public CudaResource {
 public:
  using Used = std::vector<std::shared_ptr<CudaResource>>;

  CudaGraph(const CudaPlace& place, CudaGraphHandle captured, Used used);
  ~CudaGraph() override;
  CudaGraphHandle handle() const { return executable_; }
  size_t nodes() const { return nodes_; }

 private:
  CudaGraphHandle executable_ = nullptr;
  size_t nodes_ = 0;
  Used used_;
};

}  // namespace kernelscope
