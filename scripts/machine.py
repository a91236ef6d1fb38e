"""Print the name of this machine's processor, its cores, system and Python."""

import os
import platform
from pathlib import Path


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


print(
    f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
    f"Python {platform.python_version()}"
)
