"""What people do about each other: challenges, also by guests, blocks and reports."""
