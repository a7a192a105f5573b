"""Whether a bot's text shows that a game can leave nothing behind in its process but its own objects.

Then several games of it may share one process, each with its own module `bot` and its own `rg`, and none can know of
another. The answer is no wherever there is a doubt: such a bot gets a process for each game, and nothing else changes.

Foreign things (modules and what is in them) may only be called, never kept, passed on or written to: who can't name a
thing can't mark it. Names that lead into the interpreter are not allowed at all.
"""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OWN_EACH_GAME = ("rg", "rgkit")
"""Modules that are made for each game: a bot may do with them what it likes."""

_CALLED: dict[str, frozenset[str] | None] = {
    "math": None,
    "itertools": None,
    "random": _words(
        "random choice choices sample shuffle randint randrange uniform gauss getrandbits seed triangular"
    ),
    "collections": _words("defaultdict deque Counter OrderedDict namedtuple"),
    "heapq": _words("heappush heappop heapify heappushpop heapreplace nsmallest nlargest merge"),
    "operator": _words("itemgetter add sub mul neg lt le gt ge eq ne"),
    "functools": _words("reduce partial cmp_to_key"),
    "copy": _words("copy deepcopy"),
    "bisect": _words("bisect bisect_left bisect_right insort insort_left insort_right"),
}
"""Module -> which of its functions may be called; None: all, as nothing in it can be changed. They change nothing but
what they are given; of `random` the state, which is seeded before every act."""

_BUILTINS = _words(
    "abs all any bool dict divmod enumerate filter float frozenset int isinstance issubclass iter len list map max min "
    "next object pow print range repr reversed round set slice sorted str sum super tuple zip callable chr ord hash "
    "Exception ValueError TypeError KeyError IndexError AttributeError ZeroDivisionError StopIteration "
    "ArithmeticError LookupError RuntimeError NotImplementedError AssertionError NameError property staticmethod "
    "__name__"
)
_INTO_THE_INTERPRETER = ("f_", "tb_", "gi_", "cr_", "ag_", "co_", "func_", "mro", "obj")
"""How names of attributes begin that lead from a value to its class, code or frame, or to what an error was about."""
_METHODS = frozenset(("__init__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__",
                      "__str__", "__len__", "__iter__", "__contains__", "__getitem__", "__setitem__", "__add__",
                      "__sub__", "__call__", "__bool__"))  # fmt: skip
"""Special methods that a bot's classes may have. `__del__` would run in another game's time."""


def is_self_contained(source: str) -> bool:
    """Whether games of this bot may share a process. `source` is known to compile."""
    try:
        tree = compile(source, "bot", "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return isinstance(tree, _ast.Module) and _Judge(tree).holds


class _Judge:
    """Looks at every node of a tree once."""

    def __init__(self, tree: _ast.Module) -> None:
        self._called: dict[str, frozenset[str] | None] = {}
        """Name of a foreign module -> what may be called in it."""
        self._functions: set[str] = set()
        """Names of single functions that were imported."""
        self._owned: set[str] = set()
        """Names of what is made for each game."""
        self._imports = [node for node in tree.body if isinstance(node, (_ast.Import, _ast.ImportFrom))]
        nodes = [*_nodes(tree)]
        calls = [node for node in nodes if isinstance(node, _ast.Call)]
        self._callees = {id(node.func) for node in calls}
        self._bases = {id(node.value) for node in nodes if isinstance(node, _ast.Attribute)}
        self._asking = {id(node.func) for node in calls if _asks_by_name(node)}
        self._known = {node.id for node in nodes if isinstance(node, _ast.Name) and not isinstance(node.ctx, _ast.Load)}
        self._known |= {node.name for node in nodes if isinstance(node, (_ast.FunctionDef, _ast.ClassDef))}
        self._known |= {node.arg for node in nodes if isinstance(node, _ast.arg)}
        self._known |= {node.name for node in nodes if isinstance(node, _ast.ExceptHandler) and node.name}
        # A generator that is thrown away runs its last lines whenever the collector comes.
        yields = any(isinstance(node, (_ast.Yield, _ast.YieldFrom)) for node in nodes)
        late = (_ast.Try, _ast.TryStar, _ast.With) if yields else ()
        self.holds = (
            all(map(self._imported, self._imports))
            and all(map(self._allowed, nodes))
            and not any(isinstance(node, late) for node in nodes)
        )

    def _imported(self, node: _ast.Import | _ast.ImportFrom) -> bool:
        """Whether an import is of what is known; the names that it brings."""
        if isinstance(node, _ast.ImportFrom):
            return not node.level and all(self._function_imported(node.module or "", alias) for alias in node.names)
        for alias in node.names:
            if alias.name in _OWN_EACH_GAME:
                self._owned.add(alias.asname or alias.name)
            elif alias.name in _CALLED:
                self._called[alias.asname or alias.name] = _CALLED[alias.name]
            else:
                return False
        return True

    def _function_imported(self, module: str, alias: _ast.alias) -> bool:
        name = alias.asname or alias.name
        if alias.name == "*":
            return False
        if module in _OWN_EACH_GAME or (module, alias.name) == ("rgkit.settings", "settings"):
            self._owned.add(name)
            return True
        self._functions.add(name)
        return module in _CALLED and alias.name in (_CALLED[module] or (alias.name,))

    def _allowed(self, node: _ast.AST) -> bool:
        if isinstance(node, (_ast.Import, _ast.ImportFrom)):
            # A later import would find the modules of the game that began last.
            return any(node is top for top in self._imports)
        if isinstance(node, (_ast.AsyncFunctionDef, _ast.Await, _ast.AsyncFor, _ast.AsyncWith)):
            return False
        if isinstance(node, _ast.FunctionDef):
            return not node.name.startswith("__") or node.name in _METHODS
        if isinstance(node, _ast.Name):
            return self._name_allowed(node)
        if isinstance(node, _ast.Attribute):
            return self._attribute_allowed(node)
        return True

    def _name_allowed(self, node: _ast.Name) -> bool:
        if node.id in self._called:
            return id(node) in self._bases
        if node.id in self._functions:
            return id(node) in self._callees
        if node.id in ("getattr", "hasattr"):
            return id(node) in self._asking
        return node.id in self._known or node.id in self._owned or node.id in _BUILTINS

    def _attribute_allowed(self, node: _ast.Attribute) -> bool:
        if isinstance(node.value, _ast.Name) and node.value.id in self._called:
            names = self._called[node.value.id]
            if names is None:
                return isinstance(node.ctx, _ast.Load) and not node.attr.startswith("_")
            return id(node) in self._callees and node.attr in names
        return _plain(node.attr)


def _plain(attribute: str) -> bool:
    """Whether a name of an attribute leads nowhere but to what a bot's own objects have."""
    special = attribute.startswith("__") and attribute.endswith("__")
    return attribute == "__init__" or not (special or attribute.startswith(_INTO_THE_INTERPRETER))


def _asks_by_name(call: _ast.Call) -> bool:
    """Whether a call's second argument is a name of an attribute that may be asked for."""
    name = call.args[1] if len(call.args) > 1 else None
    return isinstance(name, _ast.Constant) and isinstance(name.value, str) and _plain(name.value)


def _nodes(tree: _ast.AST) -> Iterator[_ast.AST]:
    """Return a tree's nodes. Not recursive: strangers' expressions may be deep."""
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, _ast.AST):
            yield node
            waiting += [getattr(node, name, None) for name in node._fields]
