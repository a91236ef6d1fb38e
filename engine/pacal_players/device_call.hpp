// SOMMET_HD_CALL: as SOMMET_HD of common/device.hpp, for functions too large to be put in wherever
// they are called.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define SOMMET_HD_CALL __host__ __device__ inline
#else
#define SOMMET_HD_CALL inline
#endif
