"""``python -m controller`` is ``golem``."""

import sys

from controller.cli import main

sys.exit(main())
