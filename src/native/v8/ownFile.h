#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace kernelscope {

/** The file of the system with the times of the thread that opens it: on a core, and ready to run without one; nanoseconds. */
constexpr char THREAD_TIMES[] = "/proc/thread-self/schedstat";

/** Opens a file for reading, out of the way of the numbers that the program's own files get; -1 if that fails. */
inline int openOwnFile(const char* path) {
  constexpr int FIRST_FILE = 500;
  const int low = open(path, O_RDONLY | O_CLOEXEC);
  if (low < 0) return -1;
  const int file = fcntl(low, F_DUPFD_CLOEXEC, FIRST_FILE);
  close(low);
  return file;
}

/** The second number in a file of the system; 0 if there is none. */
inline double secondNumberIn(int file) {
  char text[128];
  const ssize_t length = pread(file, text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = 0;
  char* second = text;
  std::strtoll(text, &second, 10);
  return static_cast<double>(std::strtoll(second, nullptr, 10));
}

}  // namespace kernelscope
