"""Operators of PyTorch with gradients, whose bits are the same in every run; `torch.compile` takes them.

Tensors are in the host's memory, or on a GPU. Halves and bfloat16 are combined in f32 and rounded once, integers as int64.
"""
import math
from typing import Any, Optional, Tuple

import numpy as np
import torch
from torch import Tensor

from . import arrays
from .arrays.arguments import axis_of

__all__ = ["cumsum", "index_add", "segment_sum", "sum"]

if not hasattr(torch.library, "custom_op"):
    raise ImportError(f"strider.torch needs PyTorch 2.4 or newer; this is {torch.__version__}")


def _kind(x: Tensor) -> torch.dtype:
    return x.dtype if x.is_floating_point() else torch.int64


def _numbers(x: Tensor) -> Any:
    """What the calls on arrays combine: an array of NumPy or a tensor on a GPU, without a copy where that can be."""
    if x.device.type not in ("cpu", "cuda"):
        raise TypeError(f"the tensor is on {x.device}: give one in the host's memory or on a GPU")
    if x.is_complex():
        raise TypeError(f"elements are {x.dtype}: give real numbers")
    found = x.detach().to(torch.float32 if x.dtype in (torch.float16, torch.bfloat16) else _kind(x))
    return found if found.is_cuda else found.numpy()


def _tensor(found: Any, like: Tensor) -> Tensor:
    return (found if isinstance(found, Tensor) else torch.from_numpy(np.asarray(found))).to(_kind(like))


@torch.library.custom_op("strider::sum", mutates_args=())
def _sum(x: Tensor, dim: Optional[int], keepdim: bool) -> Tensor:
    return _tensor(arrays.sum(_numbers(x), dim, keepdims=keepdim), x)


@_sum.register_fake
def _(x: Tensor, dim: Optional[int], keepdim: bool) -> Tensor:
    if dim is None:
        return x.new_empty([1] * x.ndim if keepdim else [], dtype=_kind(x))
    at = axis_of(x, dim)
    return x.new_empty([*x.shape[:at], *([1] if keepdim else []), *x.shape[at + 1:]], dtype=_kind(x))


def _remember_sum(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    x, ctx.dim, ctx.keepdim = inputs
    ctx.shape = x.shape


def _sum_gradient(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    if ctx.dim is not None and not ctx.keepdim:
        grad = grad.unsqueeze(axis_of(torch.empty(ctx.shape, device="meta"), ctx.dim))
    return grad.expand(ctx.shape), None, None


_sum.register_autograd(_sum_gradient, setup_context=_remember_sum)


@torch.library.custom_op("strider::cumsum", mutates_args=())
def _cumsum(x: Tensor, dim: int) -> Tensor:
    return _tensor(arrays.cumsum(_numbers(x), dim), x)


@_cumsum.register_fake
def _(x: Tensor, dim: int) -> Tensor:
    axis_of(x, dim)
    return x.new_empty(x.shape, dtype=_kind(x))


def _remember_cumsum(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    ctx.dim = inputs[1]


def _cumsum_gradient(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    return _cumsum(grad.flip(ctx.dim), ctx.dim).flip(ctx.dim), None


_cumsum.register_autograd(_cumsum_gradient, setup_context=_remember_cumsum)


@torch.library.custom_op("strider::index_add", mutates_args=())
def _index_add(x: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    values, dim = x.contiguous(), axis_of(x, dim)
    if x.ndim > 1:
        length, inner = x.shape[dim], math.prod(x.shape[dim + 1:])
        if not bool(((index >= 0) & (index < length)).all()):
            raise IndexError(f"index_add: indices go from 0 to {length - 1}; nothing has been written")
        outer, within = (torch.arange(count, device=x.device) for count in (math.prod(x.shape[:dim]), inner))
        index = ((outer[:, None, None] * length + index[:, None]) * inner + within).reshape(-1)
    return _tensor(arrays.index_add(_numbers(values), _numbers(index), _numbers(source.reshape(-1))), x)


@_index_add.register_fake
def _(x: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    axis_of(x, dim)
    return x.new_empty(x.shape, dtype=_kind(x))


def _remember_index_add(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    ctx.dim = inputs[1]
    ctx.save_for_backward(inputs[2])


def _index_add_gradient(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    return grad, None, None, grad.index_select(ctx.dim, ctx.saved_tensors[0])


_index_add.register_autograd(_index_add_gradient, setup_context=_remember_index_add)


@torch.library.custom_op("strider::segment_sum", mutates_args=())
def _segment_sum(x: Tensor, offsets: Tensor) -> Tensor:
    return _tensor(arrays.segment_sum(_numbers(x), _numbers(offsets)), x)


@_segment_sum.register_fake
def _(x: Tensor, offsets: Tensor) -> Tensor:
    return x.new_empty([offsets.shape[0] - 1], dtype=_kind(x))


def _remember_segments(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    ctx.elements = inputs[0].shape[0]
    ctx.save_for_backward(inputs[1])


def _segment_sum_gradient(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    if grad.shape[0] == 0:
        return grad.new_zeros([ctx.elements]), None
    offsets = ctx.saved_tensors[0]
    segment = torch.searchsorted(offsets, torch.arange(ctx.elements, dtype=offsets.dtype, device=offsets.device), right=True) - 1
    is_in_one = (segment >= 0) & (segment < grad.shape[0])
    return torch.where(is_in_one, grad[segment.clamp(0, grad.shape[0] - 1)], torch.zeros_like(grad[:1])), None


_segment_sum.register_autograd(_segment_sum_gradient, setup_context=_remember_segments)


def sum(input: Tensor, dim: Optional[int] = None, keepdim: bool = False) -> Tensor:
    """The sum of all elements, or along `dim`; of integers int64, else of the type of the elements.

    Examples
    --------
    >>> strider.torch.sum(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), 1).tolist()
    [3.0, 7.0]
    """
    found: Tensor = _sum(input, dim, keepdim)
    return found


def cumsum(input: Tensor, dim: int) -> Tensor:
    """The sums of elements 0 to i along `dim`.

    Examples
    --------
    >>> strider.torch.cumsum(torch.tensor([1.0, 2.0, 3.0]), 0).tolist()
    [1.0, 3.0, 6.0]
    """
    found: Tensor = _cumsum(input, dim)
    return found


def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor:
    """A copy of `input`, to whose slice index[i] along `dim` slice i of alpha * source is added, for each i.

    IndexError where an index is negative or too large.

    Examples
    --------
    >>> strider.torch.index_add(torch.zeros(3), 0, torch.tensor([2, 0, 2]), torch.tensor([1.0, 2.0, 4.0])).tolist()
    [2.0, 0.0, 5.0]
    """
    at = axis_of(input, dim)
    shape = (*input.shape[:at], *index.shape, *input.shape[at + 1:])
    if index.ndim != 1 or tuple(source.shape) != shape:
        raise ValueError(f"index_add: the index has the shape {tuple(index.shape)}, and the source {tuple(source.shape)}: give a "
                         "vector, and slices of the input, as many as it has elements")
    if index.dtype not in (torch.int64, torch.int32):
        raise TypeError(f"index_add: indices are {index.dtype}: give int64 or int32")
    if source.dtype != input.dtype:
        raise TypeError(f"index_add: the input is {input.dtype}, and the source {source.dtype}: give one type")
    found: Tensor = _index_add(input, at, index, source if alpha == 1 else source * alpha)
    return found


def segment_sum(input: Tensor, offsets: Tensor) -> Tensor:
    """Sum i is of the elements of a vector from offsets[i] up to, and without, offsets[i + 1].

    Examples
    --------
    >>> strider.torch.segment_sum(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0, 2, 2, 3])).tolist()
    [3.0, 0.0, 3.0]
    """
    if input.ndim != 1 or offsets.ndim != 1 or offsets.shape[0] == 0:
        raise ValueError(f"segment_sum: the shapes are {tuple(input.shape)} and {tuple(offsets.shape)}: give two vectors, and an "
                         "offset at least")
    if offsets.dtype not in (torch.int64, torch.int32):
        raise TypeError(f"segment_sum: offsets are {offsets.dtype}: give int64 or int32")
    found: Tensor = _segment_sum(input, offsets)
    return found
# SPDX-License-Identifier: Apache-2.0
