"""The documents of REST and the socket, and bodies held to them."""

import json
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema_rs import Draft202012Validator
from rest_framework.utils.encoders import JSONEncoder

from pokerhouse.realtime import asyncapi
from pokerhouse.wiring import wiring


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document as the house serves it."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    made: dict[str, Any] = json.loads(json.dumps(schema, cls=JSONEncoder))
    return made


def socket_document() -> dict[str, Any]:
    """Return the AsyncAPI document as the house serves it."""
    made: dict[str, Any] = json.loads(json.dumps(asyncapi.document(wiring())))
    return made


def flaws(document: dict[str, Any], schema: dict[str, Any], body: Any) -> list[str]:
    """Return where the body is not what the schema of the document says; nothing if it is."""
    whole = {**schema, "components": document["components"]}
    found = Draft202012Validator(whole).iter_errors(body)
    return [f"/{'/'.join(map(str, error.instance_path))}: {error.message[:200]}" for error in found]


def undescribed(document: dict[str, Any]) -> list[str]:
    """Return the properties of the document's components of which it does not say what they are."""
    return [
        f"{name}.{key}"
        for name, component in document["components"]["schemas"].items()
        for key, told in component.get("properties", {}).items()
        if not told.get("description")
    ]
