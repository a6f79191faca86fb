// SPDX-License-Identifier: Apache-2.0
// The only place that knows whether a GPU compiler is reading us.
#pragma once

#if defined(__CUDACC__)
#define FROTH_HD __host__ __device__
#else
#define FROTH_HD
#endif

/// For small functions inside particle loops, where a call would hide the loop from the vectoriser. Builds
/// that watch the code run (FROTH_WATCHED) keep the calls: instrumented, the whole would take minutes to
/// compile.
#if defined(__GNUC__) && !defined(FROTH_WATCHED)
#define FROTH_INLINE FROTH_HD inline __attribute__((always_inline))
#else
#define FROTH_INLINE FROTH_HD inline
#endif

/// For long and rare branches of short functions, which would otherwise crowd the registers of the common
/// ones.
#if defined(__CUDACC__)
#define FROTH_NOINLINE __noinline__
#elif defined(__GNUC__)
#define FROTH_NOINLINE __attribute__((noinline))
#else
#define FROTH_NOINLINE
#endif
