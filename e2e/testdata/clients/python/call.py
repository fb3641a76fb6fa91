"""Makes and reads an event with the client that openapi-python-client made of the document."""

import datetime
import os

from holdfast_client import AuthenticatedClient
from holdfast_client.api.events import create_event, get_event, list_events
from holdfast_client.models import Event, NewEvent, Problem

client = AuthenticatedClient(base_url=os.environ["HOLDFAST_URL"], token=os.environ["HOLDFAST_KEY"])
starts = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=365)
body = NewEvent(
    title="An evening of short films",
    starts_at=starts,
    ends_at=starts + datetime.timedelta(hours=1),
    timezone="Europe/Berlin",
    capacity=3,
)
made = create_event.sync(client=client, body=body)
assert isinstance(made, Event), made
read = get_event.sync(made.id, client=client)
assert isinstance(read, Event) and read.title == body.title, read
missing = get_event.sync("evt_000000000000", client=client)
assert isinstance(missing, Problem) and missing.code == "not_found", missing
listed = list_events.sync(client=client, limit=200)
assert any(event.id == made.id for event in listed.items), listed
