#include "common/library.h"

#include <dlfcn.h>
#include <link.h>

namespace kernelscope {

namespace {

/// Libraries stay loaded, and what they define stays out of the way of others.
constexpr int kFlags = RTLD_NOW | RTLD_LOCAL;

void* loaded(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (void* const handle = dlopen(name.c_str(), kFlags | RTLD_NOLOAD)) return handle;
  }
  return nullptr;
}

void* within(const std::vector<std::string>& folders, const std::vector<std::string>& names) {
  for (const std::string& folder : folders) {
    for (const std::string& name : names) {
      if (void* const handle = dlopen((folder + "/" + name).c_str(), kFlags)) return handle;
    }
  }
  return nullptr;
}

}  // namespace

Library Library::open(const std::vector<std::string>& names,
                      const std::vector<std::string>& folders) {
  Library library;
  library.handle_ = loaded(names);
  if (library.handle_ == nullptr) library.handle_ = within(folders, names);
  for (size_t index = 0; library.handle_ == nullptr && index < names.size(); index++) {
    library.handle_ = dlopen(names[index].c_str(), kFlags);
    const char* const reason = library.handle_ == nullptr ? dlerror() : nullptr;
    if (reason != nullptr && library.error_.empty()) library.error_ = reason;
  }
  if (library.handle_ == nullptr) return library;
  library.error_.clear();
  link_map* map = nullptr;
  if (dlinfo(library.handle_, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr) {
    library.path_ = map->l_name;
  }
  return library;
}

void* Library::address(const char* name) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

}  // namespace kernelscope
