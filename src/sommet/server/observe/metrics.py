"""Figures for Prometheus, one registry per server."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from sommet import __version__


class Metrics:
    """The server's counters."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        Info("sommet_server", "The server's version", registry=registry).info(
            {"version": __version__}
        )
        self.ready = Gauge("sommet_ready", "Whether new players may come", registry=registry)
        self.requests = Counter(
            "sommet_requests", "HTTP requests", ["method", "route", "status"], registry=registry
        )
        self.request_seconds = Histogram(
            "sommet_request_seconds",
            "Time to answer an HTTP request",
            ["route"],
            buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
            registry=registry,
        )
        self.connections = Gauge("sommet_connections", "WebSockets open", registry=registry)
        self.connection_failures = Counter(
            "sommet_connection_failures",
            "WebSockets closed because of what the client sent, did not send or did not read",
            ["reason"],
            registry=registry,
        )
        self.tables = Gauge("sommet_tables", "Tables in memory", registry=registry)
        self.tables_damaged = Gauge(
            "sommet_tables_damaged", "Tables set aside: they cannot be read", registry=registry
        )
        self.tables_opened = Counter(
            "sommet_tables_opened", "Tables opened", ["game"], registry=registry
        )
        self.games_finished = Counter(
            "sommet_games_finished", "Games finished", ["game", "reason"], registry=registry
        )
        self.open_seats = Gauge(
            "sommet_open_seats",
            "Seats in the lobby, of all processes on the database",
            registry=registry,
        )
        self.pairings = Counter(
            "sommet_pairings", "Games that began in the lobby", ["game"], registry=registry
        )
        self.bots = Gauge("sommet_bots", "Programs that listen to this process", registry=registry)
        self.accounts = Counter(
            "sommet_accounts",
            "Accounts made and deleted, and how people signed in",
            ["what"],
            registry=registry,
        )
        self.tournaments = Counter(
            "sommet_tournaments",
            "Tournaments made, begun, finished and cancelled",
            ["what"],
            registry=registry,
        )
        self.tournament_games = Counter(
            "sommet_tournament_games",
            "Games that began in a tournament",
            ["kind"],
            registry=registry,
        )
        self.pushes = Counter(
            "sommet_pushes",
            "Messages to the push services of people's browsers, by what became of them",
            ["result"],
            registry=registry,
        )
        self.holidays = Counter(
            "sommet_holidays",
            "Holidays that accounts began and ended early, and deadlines that moved with them",
            ["what"],
            registry=registry,
        )
        self.seats_withdrawn = Counter(
            "sommet_seats_withdrawn",
            "Seats that left the lobby untaken",
            ["reason"],
            registry=registry,
        )
        self.messages = Counter("sommet_messages", "Messages received", ["type"], registry=registry)
        self.refusals = Counter(
            "sommet_refusals", "Messages and requests refused", ["code"], registry=registry
        )
        self.act_seconds = Histogram(
            "sommet_act_seconds",
            "From reading an intent until it is on disk and sent",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
            registry=registry,
        )
        self.rewritten = Counter(
            "sommet_histories_rewritten",
            "Tables found with another history than this process knew, and loaded anew",
            registry=registry,
        )
        self.conflicts = Counter(
            "sommet_conflicts",
            "Changes judged again, another process was faster",
            registry=registry,
        )

    def text(self) -> bytes:
        """Return all figures in Prometheus' text form."""
        return generate_latest(self.registry)
