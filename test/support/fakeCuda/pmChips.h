#pragma once

#include <string>

// The chips that the fake profiler knows, and their metrics.

namespace fake {

/// The number of a metric by its full name; −1 for one that nobody asks for.
int metricNumber(const char* name);

/// In how many passes a chip counts a metric; 0 where it does not.
int passesOf(const std::string& chip, int metric);

/// Whether its values are in something a second, not in percent.
bool isRate(int metric);

}  // namespace fake
