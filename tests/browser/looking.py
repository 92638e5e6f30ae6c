"""A page as those see it who need contrast, names and order."""

from itertools import cycle, product

from axe_playwright_python.sync_playwright import Axe

from spyring.games import games

EVERY_SIZE = list(product(sorted(games()), ["desktop", "phone"]))
ONE_SIZE_EACH = list(zip(sorted(games()), cycle(["phone", "desktop"])))

# Words that fade in or out are faint for a moment; what stands when the motion is over counts. The colours of
# what only passes are weighed in tests/test_contrast.py.
SETTLE = """() => {
  for (const motion of document.getAnimations()) {
    if (motion.effect?.getComputedTiming().endTime === Infinity) motion.pause();
    else motion.finish();
  }
}"""


def violations(page, part=None):
    """What axe-core has to say against a page, or a part of it, in one line each."""
    page.evaluate(SETTLE)
    found = Axe().run(page, context=part).response["violations"]
    return [f"{one['id']}: {node['html'][:200]} {node['any'][:1]}" for one in found for node in one["nodes"]]
