#pragma once

#include <pthread.h>
#include <signal.h>

namespace kernelscope {

/** Starts a detached thread; signals of the program are for its own threads. False if the system has no more threads. */
inline bool startOwnThread(void* (*run)(void*), void* data) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool isStarted = pthread_create(&thread, nullptr, run, data) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isStarted) pthread_detach(thread);
  return isStarted;
}

}  // namespace kernelscope
