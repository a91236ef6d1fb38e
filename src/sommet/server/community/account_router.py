"""HTTP routes for accounts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.security import APIKeyCookie

from sommet.server.community.accounts import AccountService
from sommet.server.community.passkeys import Site, load_library, site_of
from sommet.server.protocol import accounts as wire
from sommet.server.storage.accounts import LoginSession
from sommet.server.web.admission import Admission
from sommet.server.web.api import problems
from sommet.server.web.identity import COOKIE, Identity, forget_cookie, set_cookie

_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by the server at sign-in.")
_TAG = "accounts"


async def _site(request: Request) -> Site:
    """Return the site that passkeys are for; called before one is created or used."""
    await load_library()
    settings = request.app.state.registry.services.settings
    return site_of(request.headers.get("host", ""), settings.origins)


async def _session(request: Request, _: Annotated[str | None, Depends(_cookie)]) -> LoginSession:
    identity: Identity = request.app.state.identity
    return await identity.require(request)


async def _check_rate(request: Request) -> None:
    admission: Admission = request.app.state.admission
    admission.check_rate(request.scope)


SiteAsked = Annotated[Site, Depends(_site)]
SignedIn = Annotated[LoginSession, Depends(_session)]
_limited = [Depends(_check_rate)]


def add_accounts(api: APIRouter, admission: Admission, service: AccountService) -> None:
    """Add the routes for accounts."""
    _add_ways_in(api, admission, service)
    _add_devices(api, service)
    _add_own(api, service)


def _add_ways_in(api: APIRouter, admission: Admission, service: AccountService) -> None:
    @api.post(
        "/api/account/register/options",
        tags=[_TAG],
        responses=problems(409, 413, 503),
        dependencies=_limited,
    )
    async def begin_account(site: SiteAsked, body: wire.AskName) -> wire.PasskeyOptions:
        """What a browser needs to make the passkey of a new account with this name."""
        return await service.begin_account(site, body.name)

    @api.post(
        "/api/account/register",
        status_code=201,
        tags=[_TAG],
        responses=problems(403, 409, 413, 503),
    )
    async def make_account(
        request: Request, response: Response, site: SiteAsked, body: wire.NewPasskey
    ) -> wire.NewAccount:
        """Make the account, and sign in. The recovery code is shown once."""
        admission.check_account(request.scope)
        made, token = await service.make_account(site, body)
        set_cookie(request, response, token)
        return made

    @api.post(
        "/api/account/sign-in/options",
        tags=[_TAG],
        responses=problems(413, 503),
        dependencies=_limited,
    )
    async def begin_sign_in(site: SiteAsked) -> wire.PasskeyOptions:
        """What a browser needs to offer the passkeys it has."""
        return await service.begin_sign_in(site)

    @api.post(
        "/api/account/sign-in",
        tags=[_TAG],
        responses=problems(403, 413, 503),
        dependencies=_limited,
    )
    async def sign_in(
        request: Request, response: Response, site: SiteAsked, body: wire.UsedPasskey
    ) -> wire.AccountInfo:
        """Sign in by a passkey."""
        info, token = await service.sign_in(site, body)
        set_cookie(request, response, token)
        return info

    @api.post(
        "/api/account/recover",
        tags=[_TAG],
        responses=problems(403, 413, 503),
        dependencies=_limited,
    )
    async def recover(request: Request, response: Response, body: wire.UseCode) -> wire.AccountInfo:
        """Sign in by the recovery code, where no passkey is at hand."""
        info, token = await service.recover(body.code)
        set_cookie(request, response, token)
        return info

    @api.post(
        "/api/account/link/use",
        tags=[_TAG],
        responses=problems(403, 413, 503),
        dependencies=_limited,
    )
    async def use_link(
        request: Request, response: Response, body: wire.UseLink
    ) -> wire.AccountInfo:
        """Sign in by a link that another device of the account showed."""
        info, token = await service.use_link(body.token)
        set_cookie(request, response, token)
        return info


def _add_devices(api: APIRouter, service: AccountService) -> None:
    @api.get("/api/account", tags=[_TAG], responses=problems(401, 503))
    async def show_account(session: SignedIn) -> wire.AccountInfo:
        """Who is signed in, and their devices."""
        return await service.info(session)

    @api.post("/api/account/sign-out", tags=[_TAG], responses=problems(401, 413, 503))
    async def sign_out(response: Response, session: SignedIn) -> wire.SignedOut:
        """Sign this device out."""
        await service.sign_out(session)
        forget_cookie(response)
        return wire.SignedOut()

    @api.post(
        "/api/account/link", tags=[_TAG], responses=problems(401, 413, 503), dependencies=_limited
    )
    async def make_link(session: SignedIn) -> wire.DeviceLink:
        """A link that signs another device in, once, within ten minutes."""
        return await service.make_link(session)

    @api.post(
        "/api/account/devices/options",
        tags=[_TAG],
        responses=problems(401, 409, 413, 503),
        dependencies=_limited,
    )
    async def begin_device(site: SiteAsked, session: SignedIn) -> wire.PasskeyOptions:
        """What this browser needs to make a passkey of its own for the account."""
        return await service.begin_device(site, session)

    @api.post("/api/account/devices", tags=[_TAG], responses=problems(401, 403, 409, 413, 503))
    async def add_device(
        site: SiteAsked, session: SignedIn, body: wire.NewPasskey
    ) -> wire.AccountInfo:
        """Add a passkey to the account."""
        return await service.add_device(site, session, body)

    @api.post(
        "/api/account/devices/remove", tags=[_TAG], responses=problems(401, 404, 409, 413, 503)
    )
    async def remove_device(session: SignedIn, body: wire.ChosenDevice) -> wire.AccountInfo:
        """Remove a passkey; devices signed in with it are signed out."""
        return await service.remove_device(session, body.device)

    @api.post(
        "/api/account/recovery-code",
        tags=[_TAG],
        responses=problems(401, 413, 503),
        dependencies=_limited,
    )
    async def new_code(session: SignedIn) -> wire.RecoveryCode:
        """Create a new recovery code; the previous one stops working."""
        return await service.new_code(session)


def _add_own(api: APIRouter, service: AccountService) -> None:
    @api.post(
        "/api/account/take-over",
        tags=[_TAG],
        responses=problems(401, 413, 503),
        dependencies=_limited,
    )
    async def take_over(session: SignedIn, body: wire.TakeOver) -> wire.TakenOver:
        """Add games that were begun as a guest to the account."""
        return await service.take_over(session, body.seats)

    @api.post("/api/account/seats", tags=[_TAG], responses=problems(401, 413, 503))
    async def own_seats(session: SignedIn) -> wire.OwnSeats:
        """Seats of the account for this device; their tokens end with the session."""
        return await service.own_seats(session)

    @api.get(
        "/api/account/export", tags=[_TAG], responses=problems(401, 503), dependencies=_limited
    )
    async def export(session: SignedIn) -> wire.Exported:
        """Everything that is stored about the account."""
        return await service.export(session)

    @api.post("/api/account/delete", tags=[_TAG], responses=problems(401, 409, 413, 503))
    async def delete(
        response: Response, session: SignedIn, body: wire.DeleteAccount
    ) -> wire.SignedOut:
        """Delete the account for good. Its games stay, without its name."""
        await service.delete(session, body.name)
        forget_cookie(response)
        return wire.SignedOut()
