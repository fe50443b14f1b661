"""Reads a request of OTLP from standard input with OpenTelemetry's own classes, and prints it as JSON."""

import json
import sys

from google.protobuf.json_format import MessageToDict
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry.proto.collector.profiles.v1development.profiles_service_pb2 import (
    ExportProfilesServiceRequest,
)


def messages(field, value):
    if field.message_type is None:
        return []
    return [value] if hasattr(value, "ListFields") else list(value)


def check(message):
    unknown = UnknownFieldSet(message)
    if len(unknown) > 0:
        numbers = [field.field_number for field in unknown]
        sys.exit(f"{message.DESCRIPTOR.full_name} has no fields {numbers}")
    for field, value in message.ListFields():
        for inner in messages(field, value):
            check(inner)


request = ExportProfilesServiceRequest()
request.ParseFromString(sys.stdin.buffer.read())
check(request)
json.dump(MessageToDict(request, always_print_fields_with_no_presence=True), sys.stdout)
