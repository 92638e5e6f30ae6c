"""A worker as `spyring serve` starts it, with a wrong clock or a planted fault."""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clock-off", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--plant", default="", metavar="FAULT")
    parser.add_argument("serve", nargs="*")
    chosen = parser.parse_args()
    if chosen.clock_off:
        real, off = time.time, chosen.clock_off
        time.time = lambda: real() + off  # before the server looks at it for the first time
    if chosen.plant:
        from chaos import planted

        planted.plant(chosen.plant)
    from spyring.cli import main as spyring

    spyring(chosen.serve)


if __name__ == "__main__":
    main()
