"""Prints as JSON what icalendar reads in the calendar on standard input."""
import json
import sys

import icalendar

calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
if calendar.errors:
    sys.exit(str(calendar.errors))
entries = []
for event in calendar.walk("VEVENT"):
    if event.errors:
        sys.exit(str(event.errors))

    def moment(name):
        at = event.decoded(name)
        if at.utcoffset() is None or at.utcoffset().total_seconds() != 0:
            sys.exit(f"{name} is not in UTC: {at}")
        return at.strftime("%Y%m%dT%H%M%SZ")

    labels = event.get("CATEGORIES", [])
    if not isinstance(labels, list):
        labels = [labels]
    geo = event.get("GEO")
    entries.append({
        "UID": str(event["UID"]), "Starts": moment("DTSTART"), "Ends": moment("DTEND"), "Stamp": moment("DTSTAMP"), "Modified": moment("LAST-MODIFIED"),
        "Sequence": int(event["SEQUENCE"]), "Summary": str(event["SUMMARY"]), "Description": str(event.get("DESCRIPTION", "")),
        "Location": str(event.get("LOCATION", "")), "URL": str(event["URL"]), "Status": str(event["STATUS"]),
        "Categories": [str(one) for label in labels for one in label.cats] or None,
        "Geo": geo.to_ical() if geo else "",
    })
json.dump({"Name": calendar.calendar_name, "Entries": entries or None}, sys.stdout)
