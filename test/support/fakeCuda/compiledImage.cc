#include "compiledImage.h"

#include <dlfcn.h>
#include <elf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>

#include "blockRunner.h"

namespace fake {
namespace {

constexpr char kMagic[] = "\x7f" "ELF";
constexpr char kInPtx[] = "// image ";

/// What the shim's table holds, in the same order.
struct TableParameter {
  char kind;
  unsigned bytes;
  unsigned alignment;
};
struct TableKernel {
  void* function;
  void (*run)(void*, void**);
  unsigned count;
  const TableParameter* parameters;
};
struct TableEntry {
  const char* expression;
  TableKernel kernel;
};

std::string typeOf(const TableParameter& parameter) {
  const std::string bits = std::to_string(parameter.bytes * 8);
  switch (parameter.kind) {
    case 'p':
      return ".u64 .ptr .align 1";
    case 'f':
      return ".f" + bits;
    case 'u':
      return ".u" + bits;
    default:
      return ".align " + std::to_string(parameter.alignment) + " .b8";
  }
}

CompiledKernel kernelOf(const TableKernel& entry) {
  CompiledKernel kernel{entry.function, entry.run, {}, {}};
  size_t end = 0;
  for (unsigned index = 0; index < entry.count; index++) {
    const TableParameter& parameter = entry.parameters[index];
    const size_t offset =
        (end + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
    kernel.types.push_back(typeOf(parameter));
    kernel.parameters.push_back({offset, parameter.bytes});
    end = offset + parameter.bytes;
  }
  return kernel;
}

std::string unhexed(const char* text) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (; text[0] != '\0' && text[0] != '\n' && text[1] != '\0'; text += 2) {
    bytes.push_back(static_cast<char>(digit(text[0]) * 16 + digit(text[1])));
  }
  return bytes;
}

std::string hexed(const std::string& bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text.push_back(digits[byte >> 4]);
    text.push_back(digits[byte & 15]);
  }
  return text;
}

}  // namespace

std::string CompiledImage::bytesAt(const void* image) {
  const char* const bytes = static_cast<const char*>(image);
  if (std::strncmp(bytes, kMagic, 4) == 0) {
    const auto* const header = static_cast<const Elf64_Ehdr*>(image);
    if (header->e_machine != EM_X86_64) return {};
    return {bytes, header->e_shoff + uint64_t{header->e_shnum} * header->e_shentsize};
  }
  const char* const inPtx = std::strstr(bytes, kInPtx);
  return inPtx == nullptr ? std::string() : unhexed(inPtx + sizeof kInPtx - 1);
}

std::shared_ptr<CompiledImage> CompiledImage::load(const std::string& bytes) {
  if (bytes.empty()) return nullptr;
  // The loader knows libraries by their paths: each image gets one of its own.
  char path[] = "/tmp/fakeCudaImage-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return nullptr;
  const bool isWritten =
      write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  void* const handle = isWritten ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  close(file);
  unlink(path);
  if (handle == nullptr) return nullptr;
  return std::shared_ptr<CompiledImage>(new CompiledImage(handle, bytes));
}

CompiledImage::CompiledImage(void* handle, std::string bytes)
    : handle_(handle), bytes_(std::move(bytes)) {
  readTable();
}

CompiledImage::~CompiledImage() { dlclose(handle_); }

void CompiledImage::readTable() {
  const auto* entry = static_cast<const TableEntry*>(dlsym(handle_, "fake_kernels"));
  for (; entry != nullptr && entry->expression != nullptr; entry++) {
    Dl_info info{};
    if (dladdr(entry->kernel.function, &info) == 0 || info.dli_sname == nullptr) continue;
    expressions_[entry->expression] = info.dli_sname;
    kernels_.emplace(info.dli_sname, kernelOf(entry->kernel));
  }
}

std::string CompiledImage::nameOf(const std::string& expression) const {
  const auto found = expressions_.find(expression);
  return found == expressions_.end() ? std::string() : found->second;
}

std::string CompiledImage::ptx(const std::string& architecture) const {
  std::ostringstream text;
  text << "//\n// Not of NVIDIA's compiler\n//\n\n.version 8.8\n.target " << architecture
       << "\n.address_size 64\n";
  for (const auto& [name, kernel] : kernels_) {
    text << "\n.visible .entry " << name << "(";
    for (size_t index = 0; index < kernel.types.size(); index++) {
      text << (index == 0 ? "\n" : ",\n") << "\t.param " << kernel.types[index] << " " << name
           << "_param_" << index;
      if (kernel.types[index].find(".b8") != std::string::npos) {
        text << "[" << kernel.parameters[index].size << "]";
      }
    }
    text << "\n)\n{\n\tret;\n}\n";
  }
  text << kInPtx << hexed(bytes_) << "\n";
  return text.str();
}

int CompiledImage::run(const CompiledKernel& kernel, const Launch& launch) const {
  auto& device = *static_cast<DeviceThread*>(dlsym(handle_, "fake_thread"));
  const bool waits = *static_cast<const int*>(dlsym(handle_, "fake_waits")) != 0;
  return runBlocks(device, launch, waits ? Barriers::some : Barriers::none,
                   [&] { kernel.run(kernel.function, launch.arguments); });
}

}  // namespace fake
