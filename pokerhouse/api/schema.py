"""What views say about themselves in the schema, beyond their forms."""

from drf_spectacular.utils import OpenApiResponse

from pokerhouse.api.problems import MEDIA_TYPE, ProblemSerializer


def refusals(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problems that a view may answer with, for `extend_schema(responses=…)`."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, description="A problem.")
        for status in statuses
    }
