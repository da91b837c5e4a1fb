"""The form of an event's frame, as a struct: for the documents of REST and the socket."""

from msgspec import Struct, defstruct

from pokerhouse.common.struct_forms import Time


def frame_form(kind: str, body: type[Struct]) -> type[Struct]:
    """Return the form of the frame that says `kind` with this body."""
    form = defstruct(
        f"{body.__name__}Frame",
        [("ch", str), ("seq", int), ("ep", int), ("ts", Time), ("d", body)],
        tag_field="t",
        tag=kind,
        frozen=True,
    )
    form.__doc__ = body.__doc__
    return form
