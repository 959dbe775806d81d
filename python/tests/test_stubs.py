"""The stubs describe the extension module."""

import ast
from pathlib import Path

import tailback
from tailback import _tailback

STUBS = Path(tailback.__file__).with_name("_tailback.pyi")


def public(names):
    return {name for name in names if not name.startswith("__") or name.startswith("__arrow")}


def declared(body):
    names = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return names


def test_the_package_is_marked_as_typed():
    assert STUBS.with_name("py.typed").exists()


def test_the_stubs_have_each_name_of_the_module_and_of_its_classes():
    tree = ast.parse(STUBS.read_text())
    assert public(declared(tree.body)) == public(dir(_tailback))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Error"):
            found = getattr(_tailback, node.name)
            own = {name for name in public(vars(found))}
            assert public(declared(node.body)) == own, node.name
