"""A socket that ends at once, with a code that says why."""

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from pokerhouse.realtime.protocol import SUBPROTOCOL, Close


class Refusal(AsyncWebsocketConsumer):
    """
    Accepts, says why, and ends; or does not even accept.

    Only who was accepted gets to know the code: before that, a server answers with HTTP 403.
    """

    def __init__(self, code: Close, *, is_accepted: bool) -> None:
        super().__init__()
        self._code, self._is_accepted = code, is_accepted

    async def connect(self) -> None:
        """Give the reason; nothing that the client says afterwards is read."""
        if self._is_accepted and SUBPROTOCOL in self.scope["subprotocols"]:
            await self.accept(SUBPROTOCOL)
        await self.close(int(self._code))
        raise StopConsumer
