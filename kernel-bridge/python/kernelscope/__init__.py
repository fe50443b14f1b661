"""Kernelscope: a profiler for TypeScript notebooks. This package only starts Node."""
