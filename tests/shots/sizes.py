"""The sizes at which pages are photographed: width and height of the window."""

SIZES = {
    "desktop": (1440, 900),
    "tablet": (1180, 820),
    "upright": (820, 1180),
    "phone": (390, 844),
    "narrow": (320, 700),
    "small": (360, 640),
    "1080p": (1920, 1080),
    "720p": (1280, 720),
    "4k": (3840, 2160),
    "4to3": (1400, 1050),
    "21to9": (2560, 1080),
    "portrait": (1080, 1920),
    # what is printed: within the margins of a sheet, and a roll of 80 mm
    "a4": (703, 1031),
    # what has many columns is printed on a sheet that lies
    "a4-wide": (1031, 703),
    "roll": (272, 600),
}
