"""Whoever cannot see the page, or cannot point, plays both games all the same."""

import pytest

from scripts.build import ROOT, catalogues
from tests.screens import walk

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
LANGUAGES = [path.split("/")[-1].removesuffix(".json") for path in catalogues(ROOT)]
FINDINGS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html, failureSummary }) => html.slice(0, 160) + " " + failureSummary)}`);
}"""


def findings(page):
    """Return what axe-core finds at fault on the page as it is shown now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(FINDINGS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(page, site, language, theme):
    page.emulate_media(color_scheme=theme)
    found = {}
    for screen in walk(page, site, language):
        found |= {screen: faults} if (faults := findings(page)) else {}
    assert not found, "\n".join(f"{screen}: {faults}" for screen, faults in found.items())
