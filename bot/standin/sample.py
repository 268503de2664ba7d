"""The server that is there when nobody brings another: eight people, four channels, three roles."""

from bot.standin.permissions import EVERYONE, Permission
from bot.standin.world import Application, Channel, Guild, Member, Overwrite, Role, User, World

BOT_ID = "1000000000000000001"
GUILD_ID = "1100000000000000001"
FIRST_CHANNEL = 1200000000000000001
QUIET_ID = "1200000000000000101"
STAFF_ID = "1200000000000000102"
FIRST_MEMBER = 1300000000000000001
ADMIN_ROLE = "1400000000000000001"
HOST_ROLE = "1400000000000000002"
BOT_ROLE = "1400000000000000003"
PEOPLE = ("Ada", "Ben", "Chloé", "Dmitri", "Emeka", "Farah", "Gus", "Hana")


def sample_world(
    *,
    bot_name: str = "Bot",
    guild_name: str = "Local Server",
    channels: tuple[str, ...] = ("general", "lounge"),
    host_role: str = "Host",
) -> World:
    """A small server with the same ids in every run; the host program chooses the names."""
    owner_id = str(FIRST_MEMBER)
    bot = User(BOT_ID, bot_name, bot=True)
    guild = Guild(GUILD_ID, guild_name, owner_id)
    _add_roles(guild, bot_name, host_role)
    _add_people(guild)
    guild.members[bot.id] = Member(bot, [BOT_ROLE])
    _add_channels(guild, channels)
    return World(Application(BOT_ID, bot_name, owner_id), bot, {guild.id: guild})


def _add_roles(guild: Guild, bot_name: str, host_role: str) -> None:
    admin = int(Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS)
    for role in (
        Role(guild.id, "@everyone", EVERYONE, position=0),
        Role(HOST_ROLE, host_role, position=1, color=0x2ECC71),
        Role(BOT_ROLE, bot_name, EVERYONE, position=2, managed=True, bot_id=BOT_ID),
        Role(ADMIN_ROLE, "Admin", admin, position=3, color=0xE67E22),
    ):
        guild.roles[role.id] = role


def _add_people(guild: Guild) -> None:
    special = {0: [ADMIN_ROLE], 1: [HOST_ROLE]}
    for index, name in enumerate(PEOPLE):
        # User names are plain lower-case letters; the name people read is the global name.
        user = User(str(FIRST_MEMBER + index), name.lower().replace("é", "e"), name)
        guild.members[user.id] = Member(user, list(special.get(index, [])))


def _add_channels(guild: Guild, names: tuple[str, ...]) -> None:
    for index, name in enumerate(names):
        channel_id = str(FIRST_CHANNEL + index)
        guild.channels[channel_id] = Channel(channel_id, guild.id, name, position=index)
    mute_bot = Overwrite(BOT_ID, 1, deny=int(Permission.SEND_MESSAGES))
    hidden = Overwrite(guild.id, 0, deny=int(Permission.VIEW_CHANNEL))
    staff = Overwrite(ADMIN_ROLE, 0, allow=int(Permission.VIEW_CHANNEL))
    for channel_id, name, overwrites in (
        (QUIET_ID, "quiet", [mute_bot]),
        (STAFF_ID, "staff", [hidden, staff]),
    ):
        guild.channels[channel_id] = Channel(
            channel_id,
            guild.id,
            name,
            position=len(guild.channels),
            overwrites={overwrite.id: overwrite for overwrite in overwrites},
        )
