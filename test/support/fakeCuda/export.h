#pragma once

/// What a program or the addon finds with `dlsym`.
#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
