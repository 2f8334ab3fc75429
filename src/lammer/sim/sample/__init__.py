"""Sampled sessions: random numbers, kernels for CPU, numpy and GPU, chunks and clusters."""
