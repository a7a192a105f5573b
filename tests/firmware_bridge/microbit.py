"""A micro:bit with Debian's MicroPython, emulated by QEMU; code goes in by the REPL's paste mode, piece by piece.

Its heap has 9.5 KB. So what is sent are the board's own files with their constants put in place and comments and
docstrings taken out: the same statements, smaller.
"""

from __future__ import annotations

import ast
import os
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, TracebackType

from hardware.micropython_board.board_program import HOME

FIRMWARE = Path("/usr/share/firmware-microbit-micropython/firmware.hex")
EMULATOR = "qemu-system-arm"
HEADLESS = ("-nographic", "-serial", "stdio", "-monitor", "none")
LIMIT_S = 20.0
"""An emulator that says nothing for so long is broken."""


PIECE = 32


class Microbit:
    """An emulated board. Raises RuntimeError with the board's traceback for what it cannot run."""

    def __enter__(self) -> Microbit:
        self._process = subprocess.Popen(
            [EMULATOR, "-M", "microbit", "-device", f"loader,file={FIRMWARE}", *HEADLESS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._until(b">>> ")
        self._enter("import gc")
        self._until(b">>> ")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def _until(self, end: bytes) -> bytes:
        assert self._process.stdout is not None
        said = b""
        while not said.endswith(end):
            ready, _, _ = select.select([self._process.stdout], [], [], LIMIT_S)
            byte = os.read(self._process.stdout.fileno(), 1) if ready else b""
            if not byte:
                raise RuntimeError(f"the board fell silent after {said!r}")
            said += byte
        return said

    def run(self, code: str) -> str:
        """What the code prints. The board's receiver holds 64 bytes, so each piece waits for its echo."""
        self._write(b"gc.collect()\r")
        self._until(b">>> ")
        self._enter(code)
        said = self._until(b">>> ")[:-4].decode(errors="replace").strip()
        if "Traceback" in said or "Error" in said:
            raise RuntimeError(said)
        return said

    def _enter(self, code: str) -> None:
        self._write(b"\x05")
        self._until(b"=== ")
        for line in code.split("\n"):
            for at in range(0, len(line), PIECE):
                piece = line[at : at + PIECE].encode()
                self._write(piece)
                self._until(piece)
            self._write(b"\r")
            self._until(b"=== ")
        self._write(b"\x04")
        self._until(b"\r\n")

    def serve(self, code: str) -> None:
        """Start code that reads and writes the serial line for itself, and says a zero byte when it does: a byte of
        0x03 that comes before would still interrupt it."""
        self._enter(code)
        self._until(b"\0")

    def exchange(self, data: bytes, answers: int) -> list[bytes]:
        """Send bytes to code that serves; the blocks that come back, without their zeros."""
        self._write(data)
        return [self._until(b"\0")[:-1] for _ in range(answers)]


class _Small(ast.NodeTransformer):
    """Constants of `messages` in place of their names; no docstrings."""

    def __init__(self, messages: ModuleType) -> None:
        self._messages = vars(messages)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "m":
            return ast.Constant(self._messages[node.attr])
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        return node


def pieces(name: str, messages: ModuleType) -> Iterator[str]:
    """A file of the board as statements that can be run one after the other; a class's methods one by one."""
    tree = _Small(messages).visit(ast.parse((HOME / f"{name}.py").read_text(encoding="utf-8")))
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if isinstance(node, ast.Import) and "struct" in names:
                yield "import struct"
        elif isinstance(node, ast.ClassDef):
            yield f"class {node.name}: pass"
            methods = [(_dense(method), method.name) for method in node.body if isinstance(method, ast.FunctionDef)]
            # The longest first, while there is room to compile it.
            for text, method in sorted(methods, key=lambda one: -len(one[0])):
                yield f"{text}\n{node.name}.{method} = {method}\ndel {method}"
        else:
            yield _dense(node)


def _dense(node: ast.AST) -> str:
    return ast.unparse(node).replace("    ", " ")
