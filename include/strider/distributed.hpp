// The library over several GPUs, processes and machines: the same calls, the same bits.
//
//     strider::distributed all{strider::mpi_communicator(MPI_COMM_WORLD), strider::cpu{}};
//     const double sum = strider::reduce(all, my_part);   // of the parts of all ranks, on every rank
//
// See distributed/policy.hpp for what holds of every call, and the headers below for each.
#pragma once

#include <strider/distributed/communicator.hpp>
#include <strider/distributed/compact.hpp>
#include <strider/distributed/histogram.hpp>
#include <strider/distributed/map.hpp>
#include <strider/distributed/policy.hpp>
#include <strider/distributed/reduce.hpp>
#include <strider/distributed/reduce_matrix.hpp>
#include <strider/distributed/scan.hpp>
// SPDX-License-Identifier: Apache-2.0
