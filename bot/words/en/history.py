"""A member's last hands, as only they see them."""

HISTORY = {
    "history_title": "## Your last hands",
    "history_none": "No hand of yours is over yet in this server. "
    "The first one shows here as soon as it is settled.",
    "history_end": "There are no older hands of yours.",
    "history_about": "-# Newest first, only you see this. Hands that are still played are missing.",
    "history_round": "**{hand}** · <t:{stamp}:R>",
    "history_dealer": "Dealer {cards} · {total}",
    "history_hand": "You {cards} · {total}",
    "history_hand_of": "Hand {n} {cards} · {total}",
    "history_chips": "Chips {before} → **{after}** ({net})",
    "history_void": "The shoe ran out: the hand was void and your bet came back.",
    "history_insured": "insured {chips}",
    "history_no_insurance": "no insurance",
    "choice_hit": "hit",
    "choice_hits": "hit {n}×",
    "choice_stand": "stand",
    "choice_double": "double",
    "choice_split": "split",
    "choice_surrender": "surrender",
    "choice_even_money": "even money",
    "choice_stand_clock": "stood by the clock",
    "choice_stand_left": "stood as you left",
    "button_older": "Older hands",
    "button_newest": "Newest hands",
}
