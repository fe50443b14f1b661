"""Writes foreign.perfetto-trace with the `perfetto` package of PyPI: python make.py."""

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent, TracePacket

trace = Trace()
REALTIME, MONOTONIC, BOOTTIME = 1, 3, 6
PROCESS, THREAD, COUNTER, PERCENT = 2**63 + 5, 2**63 + 6, 7, 8
START = 1_795_206_963_537_746_123


def packet(sequence=1, flags=2):
    added = trace.packet.add()
    added.trusted_packet_sequence_id = sequence
    added.sequence_flags = flags
    return added


def event(time, kind, track=THREAD, **more):
    added = packet()
    added.timestamp = time
    added.track_event.type = kind
    added.track_event.track_uuid = track
    for key, value in more.items():
        setattr(added.track_event, key, value)
    return added


# A sequence whose beginning is lost: its packet means nothing.
lost = packet(sequence=9)
lost.timestamp = START
lost.track_event.type = TrackEvent.TYPE_INSTANT
lost.track_event.name_iid = 1

first = packet(flags=1)
first.timestamp = START
first.clock_snapshot.primary_trace_clock = REALTIME
for clock, value in ((REALTIME, START), (MONOTONIC, 5_000), (BOOTTIME, 7_000)):
    reading = first.clock_snapshot.clocks.add()
    reading.clock_id = clock
    reading.timestamp = value
first.trace_packet_defaults.timestamp_clock_id = MONOTONIC
first.trace_packet_defaults.track_event_defaults.track_uuid = THREAD

described = packet().track_descriptor
described.uuid = PROCESS
described.process.pid = 42
described.process.process_name = "server"
described = packet().track_descriptor
described.uuid = THREAD
described.parent_uuid = PROCESS
described.thread.pid = 42
described.thread.tid = 43
described.thread.thread_name = "worker"
described = packet().track_descriptor
described.uuid = COUNTER
described.parent_uuid = PROCESS
described.name = "bytes read"
described.counter.unit = 3
described.counter.unit_multiplier = 1024
described.counter.is_incremental = True
described = packet().track_descriptor
described.uuid = PERCENT
described.name = "load"
described.counter.unit_name = "%"

names = packet()
entry = names.interned_data.event_names.add()
entry.iid, entry.name = 1, "handle größe"
entry = names.interned_data.event_categories.add()
entry.iid, entry.name = 1, "http"
entry = names.interned_data.debug_annotation_names.add()
entry.iid, entry.name = 1, "request"

begin = event(6_000, TrackEvent.TYPE_SLICE_BEGIN, name_iid=1)
begin.track_event.category_iids.extend([1])
begin.track_event.flow_ids.extend([77])
note = begin.track_event.debug_annotations.add()
note.name_iid = 1
part = note.dict_entries.add()
part.name, part.string_value = "path", "/a\"b"
part = note.dict_entries.add()
part.name = "sizes"
part.array_values.add().int_value = -5
part.array_values.add().double_value = 0.5
part.array_values.add().bool_value = True
note = begin.track_event.debug_annotations.add()
note.name, note.uint_value = "bytes", 2**40
note = begin.track_event.debug_annotations.add()
note.name, note.int_value = "delta", -3

inner = event(6_500, TrackEvent.TYPE_SLICE_BEGIN, name="inner")
inner.track_event.categories.extend(["plain"])
done = event(6_800, TrackEvent.TYPE_SLICE_END)
note = done.track_event.debug_annotations.add()
note.name, note.string_value = "status", "ok"
event(7_000, TrackEvent.TYPE_SLICE_END)
later = event(8_000, TrackEvent.TYPE_SLICE_BEGIN, name="later")
later.track_event.terminating_flow_ids.extend([77])
event(8_100, TrackEvent.TYPE_INSTANT, name="tick", track=PROCESS)
event(6_000, TrackEvent.TYPE_COUNTER, track=COUNTER, counter_value=2)
event(7_000, TrackEvent.TYPE_COUNTER, track=COUNTER, counter_value=3)
event(7_500, TrackEvent.TYPE_COUNTER, track=PERCENT, double_counter_value=12.5)

# A clock of this sequence that counts microseconds from packet to packet.
snapshot = packet()
for clock, value in ((REALTIME, START + 4_000), (64, 0)):
    reading = snapshot.clock_snapshot.clocks.add()
    reading.clock_id, reading.timestamp = clock, value
    if clock == 64:
        reading.is_incremental = True
        reading.unit_multiplier_ns = 1000
snapshot.clock_snapshot.primary_trace_clock = REALTIME
for name in ("first", "second"):
    mark = event(2, TrackEvent.TYPE_INSTANT, name=name)
    mark.timestamp_clock_id = 64

# A reading of the operating system, which is not read here.
packet().ftrace_events.cpu = 1

with open("foreign.perfetto-trace", "wb") as file:
    file.write(trace.SerializeToString())
