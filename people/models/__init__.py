from people.models.access import ApiToken, Device, OperatorPin, StaffRole
from people.models.changes import FileChange
from people.models.codes import EmailCode
from people.models.factors import SecondFactor
from people.models.limits import Exclusion, PlayLimit
from people.models.mails import MailOff
from people.models.notices import FileSeen, PrivacyText
from people.models.players import Player
from people.models.profiles import Profile
from people.models.sessions import Session
from people.models.users import User, UserManager

__all__ = [
    "ApiToken",
    "Device",
    "EmailCode",
    "Exclusion",
    "FileChange",
    "FileSeen",
    "MailOff",
    "OperatorPin",
    "PlayLimit",
    "Player",
    "PrivacyText",
    "Profile",
    "SecondFactor",
    "Session",
    "StaffRole",
    "User",
    "UserManager",
]
