"""Draws the specimen page's fixtures in Chromium, for looking at; says what axe finds on them.

Start `npm run dev` first, then:

    python scripts/screenshots.py OUT [--show bet,play] [--size 390x844]
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

OVERLAPS = Path(__file__).with_name("overlaps.js")
SIZES = ("1280x800", "390x844", "360x640")
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
AXE = Path(__file__).parents[1] / "node_modules/axe-core/axe.min.js"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--show", default="", help="fixtures, by comma; nothing is all of them")
    parser.add_argument("--size", default=",".join(SIZES))
    parser.add_argument("--axe", action="store_true", help="report accessibility findings too")
    parser.add_argument("--overlaps", action="store_true", help="report what covers what, too")
    parser.add_argument("--url", default="http://127.0.0.1:5173/dev/")
    return parser.parse_args()


def findings(page: Page) -> list[str]:
    """What axe finds on the page, one line each."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{v['id']}: {v['help']} ({len(v['nodes'])}) {json.dumps(v['nodes'][0]['target'])}"
        f" {v['nodes'][0]['failureSummary'][:300]}"
        for v in found
    ]


def main() -> int:
    """Take the pictures; 1 when something was found or broke."""
    wanted = arguments()
    wanted.out.mkdir(parents=True, exist_ok=True)
    faults = 0
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for size in wanted.size.split(","):
            width, height = map(int, size.split("x"))
            page = browser.new_page(viewport={"width": width, "height": height})
            page.on("pageerror", lambda error: print("page error:", error))
            page.goto(wanted.url)
            page.wait_for_selector("li a")
            names = (
                wanted.show.split(",") if wanted.show else page.locator("li a").all_inner_texts()
            )
            for name in names:
                page.goto(f"{wanted.url}?show={name}")
                page.wait_for_selector("main")
                page.evaluate("document.fonts.ready")
                page.wait_for_timeout(350)
                page.screenshot(path=wanted.out / f"{name}-{size}.png")
                found = findings(page) if wanted.axe else []
                if wanted.overlaps:
                    found += page.evaluate(OVERLAPS.read_text())
                for line in found:
                    print(f"{name} {size}: {line}")
                faults += len(found)
            page.close()
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
