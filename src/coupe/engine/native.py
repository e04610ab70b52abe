"""What compiled code needs beyond Numba: memory by address, and the machine's instructions on bits."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

WORD = ir.IntType(64)


def _pointer(builder: Any, address: Any, index: Any, width: int) -> Any:
    base = builder.inttoptr(address, ir.IntType(width).as_pointer())
    return builder.gep(base, [index])


def _loader(width: int, result: Any) -> Any:
    def load(typingctx: Any, address: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = _pointer(
                builder,
                context.cast(builder, args[0], signature.args[0], types.uint64),
                context.cast(builder, args[1], signature.args[1], types.int64),
                width,
            )
            value = builder.load(pointer)
            if width == 64:
                return value
            extend = builder.sext if result.signed else builder.zext
            return extend(value, WORD)

        return result(address, index), codegen

    return intrinsic(load)


def _storer(width: int) -> Any:
    def store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = _pointer(
                builder,
                context.cast(builder, args[0], signature.args[0], types.uint64),
                context.cast(builder, args[1], signature.args[1], types.int64),
                width,
            )
            word = context.cast(builder, args[2], signature.args[2], types.int64)
            builder.store(builder.trunc(word, ir.IntType(width)) if width < 64 else word, pointer)
            return context.get_dummy_value()

        return types.void(address, index, value), codegen

    return intrinsic(store)


load_word = _loader(64, types.int64)
load_bits = _loader(64, types.uint64)
load_half = _loader(16, types.uint64)
store_word = _storer(64)
store_half = _storer(16)


def _instruction(name: str, result: Any, *flags: bool) -> Any:
    def instruction(typingctx: Any, bits: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = context.cast(builder, args[0], signature.args[0], types.uint64)
            constants = [ir.Constant(ir.IntType(1), int(flag)) for flag in flags]
            function = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(WORD, [WORD, *(constant.type for constant in constants)]),
                f"llvm.{name}.i64",
            )
            return builder.call(function, [word, *constants])

        return result(bits), codegen

    return intrinsic(instruction)


popcount = _instruction("ctpop", types.int64)
lowest = _instruction("cttz", types.int64, False)
byteswap = _instruction("bswap", types.uint64)
bitreverse = _instruction("bitreverse", types.uint64)


@intrinsic
def highest(typingctx: Any, bits: Any) -> Any:
    """The index of the highest bit set, -1 when there is none."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.cast(builder, args[0], signature.args[0], types.uint64)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(WORD, [WORD, ir.IntType(1)]), "llvm.ctlz.i64"
        )
        leading = builder.call(function, [word, ir.Constant(ir.IntType(1), 0)])
        return builder.sub(ir.Constant(WORD, 63), leading)

    return types.int64(bits), codegen


def _coercion(result: Any, what: str) -> Any:
    def coerce(typingctx: Any, value: Any) -> Any:
        if not isinstance(value, (types.Integer, types.Boolean)):
            raise TypingError(f"{what} is a whole number, not {value}")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.cast(builder, args[0], signature.args[0], result)

        return result(value), codegen

    return intrinsic(coerce)


as_bits = _coercion(types.uint64, "a field of 64 bits")
as_whole = _coercion(types.int64, "a score, a field or a count")


@intrinsic
def halves(typingctx: Any, address: Any) -> Any:
    """The address as what `carray` takes: a pointer to 16-bit numbers."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.cast(builder, args[0], signature.args[0], types.uint64)
        return builder.inttoptr(word, context.get_value_type(types.CPointer(types.uint16)))

    return types.CPointer(types.uint16)(address), codegen
