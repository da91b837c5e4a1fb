"""A socket that is closed at once, with a code that says why."""

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from pokerhouse.realtime.protocol import SUBPROTOCOL, Close


class Refusal(AsyncWebsocketConsumer):
    """
    Closes the socket with a code, after accepting it or without.

    Only a client whose socket was accepted sees the code; otherwise the server answers HTTP 403.
    """

    def __init__(self, code: Close, *, is_accepted: bool) -> None:
        super().__init__()
        self._code, self._is_accepted = code, is_accepted

    async def connect(self) -> None:
        """Close with the code; nothing that the client sends afterwards is read."""
        if self._is_accepted and SUBPROTOCOL in self.scope["subprotocols"]:
            await self.accept(SUBPROTOCOL)
        await self.close(int(self._code))
        raise StopConsumer
