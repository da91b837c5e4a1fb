"""What the source says of a struct's fields: the docstring below each, or below its type's name."""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from types import ModuleType

from msgspec import Struct


@cache
def field_docs(struct: type[Struct]) -> dict[str, str]:
    """
    Return a sentence for each field that has one, by name, those of base classes too.

    A field without a docstring of its own says what the type's name says: `seat: SeatNo`.
    """
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, Struct) and base is not Struct and base.__module__ in sys.modules:
            found |= _own_docs(base)
    return found


def _own_docs(struct: type[Struct]) -> dict[str, str]:
    module = sys.modules[struct.__module__]
    body = _classes(module).get(struct.__qualname__, [])
    found = {}
    for statement, following in pairwise([*body, None]):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            text = _text(following) or _of_alias(module, statement.annotation)
            if text:
                found[statement.target.id] = text
    return found


def _text(statement: ast.stmt | None) -> str:
    """Return the docstring that the statement is, in one line; "" if it is none."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return " ".join(value.split()) if isinstance(value, str) else ""
    return ""


def _of_alias(module: ModuleType, annotation: ast.expr) -> str:
    """Return what is said of the type's name; an optional one is called by its first part."""
    if isinstance(annotation, ast.BinOp):
        annotation = annotation.left
    return _alias_doc(module, annotation.id) if isinstance(annotation, ast.Name) else ""


def _alias_doc(module: ModuleType, name: str) -> str:
    aliases, origins = _names(module)
    if name in aliases:
        return aliases[name]
    origin = sys.modules.get(origins.get(name, ""))
    return _alias_doc(origin, name) if origin is not None else ""


@cache
def _tree(module: ModuleType) -> ast.Module:
    try:
        return ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # a module without source: of the standard library, for one
        return ast.Module(body=[], type_ignores=[])


@cache
def _classes(module: ModuleType) -> dict[str, list[ast.stmt]]:
    return {node.name: node.body for node in _tree(module).body if isinstance(node, ast.ClassDef)}


@cache
def _names(module: ModuleType) -> tuple[dict[str, str], dict[str, str]]:
    """Return the documented names of the module, and from where it has those of others."""
    body = _tree(module).body
    aliases: dict[str, str] = {}
    origins: dict[str, str] = {}
    for statement, following in pairwise([*body, None]):
        match statement:
            case ast.ImportFrom(module=str(origin)):
                origins |= {alias.name: origin for alias in statement.names}
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                if text := _text(following):
                    aliases[name] = text
            case _:
                pass
    return aliases, origins
