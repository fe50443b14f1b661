"""Makes an animated WebP of pictures: animate.py OUT FRAME:MILLISECONDS…"""

import sys

from PIL import Image

out, *arguments = sys.argv[1:]
paths, durations = zip(*(argument.rsplit(":", 1) for argument in arguments))
first, *others = [Image.open(path).convert("RGB") for path in paths]
first.save(
    out,
    save_all=True,
    append_images=others,
    duration=[int(duration) for duration in durations],
    loop=0,
    quality=72,
    method=4,
    minimize_size=True,
)
