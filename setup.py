"""What pyproject.toml can't say: `migrations/` lies beside the package here and inside it when it
is installed, where `bot.store.migrate` finds it."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["bot", "bot.*"]), "bot.migrations"],
    package_dir={"bot.migrations": "migrations"},
    package_data={
        "bot": ["standin/page/*", "render/art/*.png"],
        "bot.migrations": ["*.sql"],
    },
)
