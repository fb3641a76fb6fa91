"""Prints the sitemaps that a robots.txt names, and which of some pages it allows."""

import sys
import urllib.robotparser

robots = urllib.robotparser.RobotFileParser()
with open(sys.argv[1]) as file:
    robots.parse(file.read().splitlines())
pages = ["/", "/events/evt_1", "/hosts/org_1", "/manage", "/manage/events", "/me", "/door"]
print(*robots.site_maps(), *(p for p in pages if robots.can_fetch("Anybody", "http://holdfast.test" + p)))
