"""Prints the addresses of a sitemap, one in a line, and fails where it is none."""

import sys
import xml.etree.ElementTree as tree

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == SPACE + "urlset", root.tag
assert len(root) <= 50_000
for url in root:
    assert url.tag == SPACE + "url", url.tag
    print(url.find(SPACE + "loc").text)
