#include "hostCompiler.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

#include "deviceShim.h"

namespace fake {
namespace {

/// What follows the source, so that its places are told apart from those of the source.
constexpr char kTable[] = "__nv_name_map";

std::string replaced(const std::string& text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

/// Names of the kernels of a text that are no templates.
std::vector<std::string> kernelNames(const std::string& text) {
  static const std::regex kernel(
      R"((template\s*<[^;{}]*>\s*)?(extern\s*"C"\s*)?(static\s+)?__global__\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\()");
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), kernel), end; at != end; ++at) {
    if (!(*at)[1].matched && !(*at)[3].matched) names.push_back((*at)[4]);
  }
  return names;
}

/// `extern __shared__ float tile[];` is a pointer to what the launch gives.
std::string withDynamicShared(const std::string& text) {
  return replaced(text, R"(extern\s+__shared__\s+([\w\s]+?)\s+(\w+)\s*\[\s*\]\s*;)",
                  "$1* $2 = static_cast<$1*>(fake_thread.shared);");
}

std::string tableOf(const DeviceSource& source) {
  std::ostringstream table;
  table << "\n#line 1 \"" << kTable << "\"\n";
  table << "extern \"C\" __attribute__((visibility(\"default\"))) const int fake_waits = "
        << (source.text.find("__sync") == std::string::npos ? 0 : 1) << ";\n"
        << "struct FakeEntry { const char* expression; FakeKernel kernel; };\n"
        << "extern \"C\" __attribute__((visibility(\"default\"))) const FakeEntry fake_kernels[] = {\n";
  for (const std::string& name : kernelNames(source.text)) {
    table << "{\"" << name << "\", fakeKernel(" << name << ")},\n";
  }
  for (const std::string& expression : source.expressions) {
    const size_t from = expression.find_first_not_of("& ");
    table << "{\"" << expression << "\", fakeKernel("
          << (from == std::string::npos ? expression : expression.substr(from)) << ")},\n";
  }
  table << "{nullptr, {}}};\n";
  return table.str();
}

std::string inQuotes(const std::string& text) {
  return "'" + std::regex_replace(text, std::regex("'"), R"('\'')") + "'";
}

/// Options of NVRTC that a compiler of C++ has as well.
std::string definitions(const std::vector<std::string>& options) {
  std::string all;
  for (const std::string& option : options) {
    const std::string name = option.substr(0, 2);
    if (name == "-D" || name == "-U" || name == "-I") all += " " + inQuotes(option);
  }
  return all;
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// `op.cu:2:5: error: …` as NVRTC has it: the line alone, the source, and a caret.
std::string logOf(const std::string& said, const DeviceSource& source) {
  static const std::regex place(R"(^(.+?):(\d+):(\d+): (fatal error|error|warning): (.*)$)");
  const std::vector<std::string> lines = linesOf(source.text);
  std::ostringstream log;
  size_t errors = 0;
  for (const std::string& line : linesOf(said)) {
    std::smatch found;
    if (!std::regex_match(line, found, place)) continue;
    const bool isWarning = found[4] == "warning";
    errors += isWarning ? 0 : 1;
    log << found[1] << "(" << found[2] << "): " << (isWarning ? "warning #177-D" : "error") << ": "
        << found[5] << "\n";
    const size_t number = std::stoul(found[2]);
    if (found[1] == source.name && number <= lines.size()) {
      log << "  " << lines[number - 1] << "\n"
          << std::string(std::stoul(found[3]) + 1, ' ') << "^\n";
    }
    log << "\n";
  }
  if (errors == 0) return log.str();
  log << errors << (errors == 1 ? " error" : " errors") << " detected in the compilation of \""
      << source.name << "\".\n";
  return log.str();
}

/// The folder of this library, in which what was compiled is kept.
std::filesystem::path ownFolder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&ownFolder), &info) == 0) return {};
  std::error_code ignored;
  return std::filesystem::canonical(info.dli_fname, ignored).parent_path();
}

/// Has g++ compile `text` in a new folder in `parent`, to `image.so` and `log`; empty where there is none.
std::filesystem::path compileIn(const std::filesystem::path& parent, const std::string& text,
                                const std::string& command) {
  std::string folder = (parent / "compiling-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  std::ofstream(folder + "/source.cc") << text;
  const std::string in = inQuotes(folder) + "/";
  const std::string whole = command + " -o " + in + "image.so " + in + "source.cc 2> " + in + "log";
  if (std::system(whole.c_str()) != 0) std::filesystem::remove(folder + "/image.so");
  return folder;
}

HostCompilation readFrom(const std::filesystem::path& folder, const DeviceSource& source) {
  HostCompilation compilation{nullptr, logOf(readFile(folder / "log"), source)};
  const std::string image = readFile(folder / "image.so");
  if (!image.empty()) compilation.image = CompiledImage::load(image);
  return compilation;
}

}  // namespace

HostCompilation compileForHost(const DeviceSource& source) {
  const std::string command =
      "LC_ALL=C g++ -std=c++17 -O1 -fPIC -shared -fvisibility=hidden -Wunused-variable"
      " -fno-delete-null-pointer-checks -fno-diagnostics-show-caret -fno-diagnostics-show-option"
      " -fdiagnostics-color=never" + definitions(source.options);
  std::ostringstream made;
  made << "// " << command << "\n"
       << kDeviceShim << "\"" << source.name << "\"\n"
       << withDynamicShared(source.text) << tableOf(source);
  const std::string text = made.str();
  std::error_code failed;
  const std::filesystem::path kept =
      ownFolder() / ("compiled-" + std::to_string(std::hash<std::string>()(text)));
  if (readFile(kept / "source.cc") == text) return readFrom(kept, source);
  std::filesystem::path folder = compileIn(kept.parent_path(), text, command);
  const bool hasPlace = !folder.empty();
  if (folder.empty()) folder = compileIn(std::filesystem::temp_directory_path(), text, command);
  if (folder.empty()) return {nullptr, "no temporary folder\n"};
  const HostCompilation compilation = readFrom(folder, source);
  // What is included may change, and so may what kept the compiler from running.
  const bool hasRun = compilation.image != nullptr || !compilation.log.empty();
  const bool isKept = hasPlace && hasRun && command.find("'-I") == std::string::npos;
  if (isKept) std::filesystem::rename(folder, kept, failed);
  if (!isKept || failed) std::filesystem::remove_all(folder, failed);
  return compilation;
}

}  // namespace fake
