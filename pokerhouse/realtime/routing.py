"""Where sockets live: `/ws` and nowhere else."""

from pokerhouse.realtime.consumer import Message, Receive, Send, SocketApp

PATH = "/ws"


class SocketRouter:
    """Hands `/ws` to the socket application and refuses every other path (HTTP 403)."""

    def __init__(self, app: SocketApp) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"].rstrip("/") == PATH:
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 4404})
