// What two chips count, as CUPTI 13.0 tells without a GPU: in how many passes each metric is
// counted alone, 0 where the chip has none of that name.

#include "pmChips.h"

#include <cstring>
#include <string>
#include <unordered_map>

namespace fake {
namespace {

constexpr char kOfPeak[] = ".avg.pct_of_peak_sustained_elapsed";
constexpr char kPerSecond[] = ".sum.per_second";
constexpr char kShare[] = ".pct";
constexpr char kRatio[] = ".ratio";

struct Metric {
  const char* name;
  const char* suffix;
  int gh100;
  int ga100;
};

constexpr Metric kMetrics[] = {
    {"TPC.TriageCompute.sm__pipe_tensor_cycles_active_realtime", kOfPeak, 1, 0},
    {"sm__pipe_tensor_cycles_active_realtime", kOfPeak, 1, 1},
    {"TPC.TriageCompute.sm__pipe_tensor_op_hmma_cycles_active_realtime", kOfPeak, 1, 0},
    {"TPC.TriageCompute.sm__pipe_tensor_op_imma_cycles_active_realtime", kOfPeak, 1, 0},
    {"TPC.TriageCompute.sm__pipe_fp64_cycles_active_realtime", kOfPeak, 1, 0},
    {"sm__pipe_fp64_cycles_active", kOfPeak, 2, 1},
    {"TPC.TriageCompute.sm__inst_executed_pipe_fma_realtime", kOfPeak, 1, 0},
    {"sm__inst_executed_pipe_fma_realtime", kOfPeak, 0, 1},
    {"sm__pipe_fma_cycles_active", kOfPeak, 1, 1},
    {"TPC.TriageCompute.sm__inst_executed_pipe_alu_realtime", kOfPeak, 1, 0},
    {"sm__inst_executed_pipe_alu_realtime", kOfPeak, 1, 1},
    {"sm__cycles_active", kOfPeak, 1, 1},
    {"sm__inst_executed_realtime", kOfPeak, 1, 1},
    {"sm__inst_executed_pipe_xu_realtime", kOfPeak, 1, 1},
    {"sm__inst_executed_pipe_lsu", kOfPeak, 1, 1},
    {"SM_A.TriageCompute.sm__inst_executed_pipe_uniform_realtime", kOfPeak, 1, 0},
    {"sm__inst_executed_pipe_uniform", kOfPeak, 1, 0},
    {"TPC.TriageCompute.tpc__warps_active_shader_cs_realtime", kOfPeak, 1, 0},
    {"tpc__warps_active_shader_cs_realtime", kOfPeak, 1, 1},
    {"sm__warps_active", kOfPeak, 1, 1},
    {"gcc__average_cache_request_type_instruction_hit_rate", kShare, 1, 0},
    {"l1tex__t_bytes", kPerSecond, 1, 1},
    {"lts__t_bytes", kPerSecond, 1, 1},
    {"dram__bytes_read", kPerSecond, 1, 1},
    {"dram__bytes_write", kPerSecond, 1, 1},
    {"TPC.TriageCompute.tpc__sm_rf_registers_allocated_shader_cs_realtime", kOfPeak, 1, 0},
    {"tpc__sm_rf_registers_allocated_shader_cs_realtime", kOfPeak, 0, 0},
    {"TPC.TriageCompute.tpc__average_registers_per_thread_shader_cs_realtime", kRatio, 1, 0},
    {"TPC.TriageCompute.tpc__l1tex_mem_shared_data_compute_bytes_allocated_realtime",
     kOfPeak, 1, 0},
    {"tpc__l1tex_mem_shared_data_compute_bytes_allocated_realtime", kOfPeak, 0, 0},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared", kOfPeak, 1, 1},
    {"tpc__warp_launch_cycles_stalled_shader_cs_reason_register_allocation", kOfPeak, 1, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared", kOfPeak, 1, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld", kOfPeak, 1, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st", kOfPeak, 1, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom", kOfPeak, 1, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_st", kOfPeak, 1, 0},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_global_op_st", kOfPeak, 0, 1},
    {"l1tex__t_sector_hit_rate", kShare, 1, 1},
    {"l1tex__t_bytes_lookup_hit", kPerSecond, 1, 1},
    {"l1tex__t_bytes_lookup_miss", kPerSecond, 1, 1},
    {"LTS.TriageCompute.lts__average_t_sector_hit_rate_realtime", kShare, 1, 0},
    {"lts__average_t_sector_hit_rate_realtime", kShare, 0, 0},
    {"lts__t_sector_hit_rate", kShare, 2, 2},
    {"lts__average_t_sector_op_read", kShare, 1, 1},
    {"lts__average_t_sector_op_write", kShare, 1, 1},
    {"lts__t_bytes", kOfPeak, 1, 1},
    {"dram__read_throughput", kOfPeak, 1, 1},
    {"dram__write_throughput", kOfPeak, 1, 1},
};

}  // namespace

int metricNumber(const char* name) {
  static const auto* const numbers = [] {
    auto* const all = new std::unordered_map<std::string, int>();
    for (const Metric& metric : kMetrics) {
      const int number = static_cast<int>(all->size());
      (*all)[std::string(metric.name) + metric.suffix] = number;
    }
    return all;
  }();
  const auto found = numbers->find(name);
  return found == numbers->end() ? -1 : found->second;
}

int passesOf(const std::string& chip, int metric) {
  if (chip == "GH100") return kMetrics[metric].gh100;
  if (chip == "GA100") return kMetrics[metric].ga100;
  return 0;
}

bool isRate(int metric) { return std::strcmp(kMetrics[metric].suffix, kPerSecond) == 0; }

}  // namespace fake
