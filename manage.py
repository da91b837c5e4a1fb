#!/usr/bin/env python3
"""Django's commands, inside the environment that bootstrap makes. Old Pythons must parse this."""

import os
import sys

CHECKOUT = os.path.dirname(os.path.realpath(__file__))


def version_problem(version):
    """Return what to tell the user of a Python that is too old or too new, "" for a good one."""
    if (3, 11) <= tuple(version[:2]) <= (3, 14):
        return ""
    return (
        "pokerhouse needs Python 3.11 to 3.14 and this is "
        + ".".join(str(part) for part in version[:3])
        + ": run it with one of those, for example `python3.12 manage.py test`."
    )


def main():
    """Make or find the environment, then hand over to Django."""
    problem = version_problem(sys.version_info)
    if problem:
        sys.exit(problem)
    import runpy  # once an interrupt is answered
    import signal

    # By path: the package `pokerhouse` may need what is not installed yet.
    bootstrap = runpy.run_path(os.path.join(CHECKOUT, "pokerhouse", "bootstrap.py"))
    bootstrap["ensure_environment"](CHECKOUT)

    # The restart inside the environment held an interrupt back, for Python to start in peace.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")
    from pokerhouse.ops.command.edge import run

    run(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
