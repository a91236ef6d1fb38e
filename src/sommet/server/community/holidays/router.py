"""The part of the HTTP interface for days off."""

from fastapi import APIRouter

from sommet.server.community.account_router import SignedIn
from sommet.server.community.holidays.service import HolidayService
from sommet.server.protocol import accounts as wire
from sommet.server.web.api import problems

_TAG = "accounts"


def add_holidays(api: APIRouter, service: HolidayService) -> None:
    """Add the routes."""

    @api.get("/api/account/holiday", tags=[_TAG], responses=problems(401, 503))
    async def show_holiday(session: SignedIn) -> wire.Holiday:
        """Whether the account is on holiday, and how many days it has left."""
        return await service.show(session)

    @api.post("/api/account/holiday", tags=[_TAG], responses=problems(401, 409, 413, 503))
    async def take_holiday(session: SignedIn, body: wire.TakeHoliday) -> wire.Holiday:
        """Take days off from now on: deadlines of slow games stand still, unless nearly over."""
        return await service.begin(session, body.days)

    @api.post("/api/account/holiday/end", tags=[_TAG], responses=problems(401, 409, 413, 503))
    async def end_holiday(session: SignedIn) -> wire.Holiday:
        """Come back: deadlines run again."""
        return await service.end(session)
