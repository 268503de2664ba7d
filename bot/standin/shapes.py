"""The world in Discord's JSON shapes: users, members, roles, channels, guilds, the application."""

from bot.standin.permissions import channel_permissions
from bot.standin.wire import Json
from bot.standin.world import Application, Channel, Guild, Member, Role, User, World


def user_shape(user: User) -> Json:
    return {
        "id": user.id,
        "username": user.username,
        "discriminator": "0000" if user.bot else "0",
        "global_name": user.global_name,
        "avatar": None,
        "bot": user.bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def own_user_shape(world: World) -> Json:
    return {**user_shape(world.bot), "mfa_enabled": True, "verified": True, "locale": "en-US"}


def member_shape(member: Member, *, with_user: bool = True) -> Json:
    shape: Json = {
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": list(member.roles),
        "joined_at": member.joined_at,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }
    if with_user:
        shape["user"] = user_shape(member.user)
    return shape


def acting_member_shape(guild: Guild, channel: Channel, member: Member) -> Json:
    """A member inside an interaction, with what they may do in its channel."""
    permissions = channel_permissions(guild, channel, member)
    return {**member_shape(member), "permissions": str(permissions)}


def role_shape(role: Role) -> Json:
    shape: Json = {
        "id": role.id,
        "name": role.name,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(role.permissions),
        "managed": role.managed,
        "mentionable": False,
        "flags": 0,
    }
    if role.bot_id:
        shape["tags"] = {"bot_id": role.bot_id}
    return shape


def channel_shape(channel: Channel) -> Json:
    shape: Json = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "name": channel.name,
        "type": channel.type,
        "parent_id": channel.parent_id,
        "last_message_id": channel.last_message_id,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    return {**shape, **(_thread_part(channel) if channel.is_thread else _text_part(channel))}


def _text_part(channel: Channel) -> Json:
    return {
        "topic": channel.topic,
        "position": channel.position,
        "nsfw": False,
        "permission_overwrites": [
            {"id": o.id, "type": o.type, "allow": str(o.allow), "deny": str(o.deny)}
            for o in channel.overwrites.values()
        ],
    }


def _thread_part(channel: Channel) -> Json:
    return {
        "owner_id": channel.owner_id,
        "message_count": len(channel.messages),
        "member_count": 1,
        "total_message_sent": len(channel.messages),
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2024-01-01T00:00:00.000000+00:00",
            "locked": channel.locked,
            "invitable": True,
        },
    }


def guild_shape(guild: Guild) -> Json:
    """What `GET /guilds/{id}` answers; the gateway adds channels and members to it."""
    if guild.unavailable:
        return {"id": guild.id, "unavailable": True}
    return {
        "id": guild.id,
        "name": guild.name,
        "owner_id": guild.owner_id,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "vanity_url_code": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "nsfw": False,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": guild.locale,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "home_header": None,
        "incidents_data": None,
        "application_id": None,
        "max_members": 500000,
        "max_presences": None,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "widget_enabled": False,
        "widget_channel_id": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role_shape(role) for role in guild.roles.values()],
    }


def gateway_guild_shape(guild: Guild, members: list[Member]) -> Json:
    if guild.unavailable:
        return guild_shape(guild)
    channels = [channel for channel in guild.channels.values() if not channel.is_thread]
    threads = [c for c in guild.channels.values() if c.is_thread and not c.archived]
    return {
        **guild_shape(guild),
        "hub_type": None,
        "joined_at": "2024-01-01T00:00:00.000000+00:00",
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_shape(member) for member in members],
        "channels": [channel_shape(channel) for channel in channels],
        "threads": [channel_shape(channel) for channel in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application_shape(world: World) -> Json:
    application = world.application
    owner = world.user(application.owner_id) or world.bot
    return {
        **partial_application_shape(application),
        "name": application.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user_shape(owner),
        "bot": user_shape(world.bot),
        "team": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "role_connections_verification_url": None,
        "event_webhooks_status": 1,
        "rpc_origins": [],
        "type": None,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "redirect_uris": [],
        "tags": [],
        "interactions_endpoint_url": None,
        "integration_types_config": {"0": {}},
    }


def partial_application_shape(application: Application) -> Json:
    return {"id": application.id, "flags": 0, "flags_new": "0"}
