// SOMMET_INLINE: part of a function with clones, so that it is compiled for the same processor.
// SOMMET_CLONES: compile a function twice, plainly and for processors with AVX2, and let the loader
// choose. Elsewhere it means nothing; results are the same either way.
#pragma once

#include <cstddef>  // says which C library this is: the choice at load time needs glibc

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__AVX2__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define SOMMET_CLONES __attribute__((target_clones("default", "avx2")))
#else
#define SOMMET_CLONES
#endif

#if defined(__GNUC__)
#define SOMMET_INLINE __attribute__((always_inline)) inline
#else
#define SOMMET_INLINE inline
#endif
