"""Tables a server makes for itself: their panel, forms, rows of rules, and what goes wrong."""

PANEL = {
    "custom_list_title": "## This server's own tables",
    "custom_list_none": "There is none yet. **New table** begins with the rules of a house table; "
    "then you change what you like.",
    "custom_list": "{n} of {most}. Pick one to read, change, copy, export or delete it. "
    "`/blackjack host` opens it.",
    "custom_list_about": "-# Chips won at such a table stay apart from those of the house tables, "
    "and its results are not ranked.",
    "custom_pick": "Pick a table",
    "custom_about": "-# `/blackjack host` opens it. A change is for tables opened from now on.",
    "custom_running": "-# The table in this channel, which keeps these rules for itself. "
    "A change is announced on its board.",
    "custom_changed_later": "-# From the next hand on: {changes}",
    "custom_delete_title": "## Delete {table}?",
    "custom_delete_about": "A table that is open plays on by its rules. To keep them, export the "
    "text first.",
    "custom_exported": "The rules of **{table}** as text. **Import text** makes a table of it, "
    "here or in another server.",
    "custom_kept": "Nothing is changed. What you wrote is kept here:",
    "custom_more_mistakes": "and {n} more",
    "button_custom_new": "New table…",
    "button_custom_import": "Import text…",
    "button_custom_copy": "Copy…",
    "button_custom_text": "Export text",
    "button_custom_drop": "Delete…",
    "button_custom_delete": "Delete this table",
    "button_custom_keep": "Keep it",
    "button_custom_list": "All tables",
    "button_custom_again": "Put it right…",
    "button_custom_here": "Change the table here",
    "button_custom_open": "Change the rules",
}

#: What stands on the board and the card of a table whose rules are about to change.
CHANGES = {
    "change_announced": "**New rules from the next hand on:** {changes}",
    "change_row": "{row} {before} → {after}",
    "change_more_one": "{n} more",
    "change_more_other": "{n} more",
}

FORMS = {
    "custom_make_title": "A new table",
    "custom_copy_title": "Copy a table",
    "custom_import_title": "A table from text",
    "custom_name": "Its name",
    "custom_name_about": "1 to {most} characters, as /blackjack host will list it.",
    "custom_name_example": "Fridays",
    "custom_from": "It begins with the rules of",
    "custom_text": "The text",
    "custom_text_about": "As Export text gives it: a line for each rule, such as decks = 6.",
}

REFUSALS = {
    "change_kind": "How chips are kept can't change while a table is open. Close it and open one "
    "with other rules.",
    "change_nothing": "These are the rules already.",
    "change_seats": "{seats} seats are taken. A table can't have fewer until members leave.",
    "change_stake": "Chips of a house table are worth the same at all of its kind, so what players "
    "start with stays. Make a table of your own for that.",
    "custom_gone": "That table was deleted meanwhile.",
    "custom_name_bad": "Please give it a name of 1 to {most} visible characters.",
    "custom_taken": "There is a table of that name already. Please choose another name.",
    "custom_too_many": "A server can keep {most} tables. Please delete one first.",
    "custom_unknown": "There is no table of that name here. There are: {names}.",
    "need_host_role_custom": "A server's own tables are made by whoever has Manage Server or "
    "the role {role}.",
    "rules_fixed": "The rules of this table are fixed from Start on. They can be changed "
    "in the lobby.",
}

#: What is written wrong; the row comes first.
WRITTEN = {
    "written_number": "{row}: please write a whole number, such as {example}.",
    "written_number_or_none": "{row}: please write a whole number, such as {example}, or none.",
    "written_numbers": "{row}: please write whole numbers with blanks between, such as "
    "{example}, or none.",
    "written_ratio": "{row}: please write two whole numbers with a colon, such as 3:2.",
    "written_choice": "{row}: please write one of: {choices}.",
    "written_yes_no": "{row}: please write yes or no.",
    "written_at": "Line {line}, {row}",
    "written_line": "Line {line}: please write it like this: decks = 6",
    "written_unknown": "Line {line}: no rule is called “{row}”. Export text shows what they are "
    "called.",
    "written_twice": "Line {line}: {row} is there twice. Please leave one.",
    "written_missing": "Missing: {rows}. Please add a line for each, or copy the whole text.",
}

GROUPS = {
    "group_seats": "Seats and chips",
    "group_bets": "Bets",
    "group_shoe": "The cards",
    "group_naturals": "Blackjacks and insurance",
    "group_dealer": "Dealer and surrender",
    "group_doubles": "Doubling",
    "group_splits": "Splitting",
    "group_clocks": "Clocks",
    "group_end": "Bank and end",
}

ROWS = {
    "row_seats": "Seats",
    "row_seats_about": "1 to 6",
    "row_seatless": "Bettors without a seat",
    "row_seatless_about": "0 to 6; needs a shuffle every hand and a betting clock that always "
    "runs out",
    "row_chips": "Chips to start with",
    "row_chips_about": "At least the smallest bet",
    "row_missed_rounds": "Missed hands until a seat is free",
    "row_missed_rounds_about": "1 to 10, one after the other",
    "row_min_bet": "Smallest bet",
    "row_min_bet_about": "1 chip or more",
    "row_max_bet": "Biggest bet",
    "row_max_bet_about": "In chips, or none",
    "row_ladder": "The only bets there are",
    "row_ladder_about": "Rising, beginning with the smallest bet, blanks between; none: any amount "
    "in the limits",
    "row_chip_values": "Chips a bet is built from",
    "row_chip_values_about": "1 to 5 values, rising, blanks between; not used where bets are given",
    "row_limit": "Table limit",
    "row_limit_about": "All a player may have at risk in a hand, doubles and splits included; "
    "or none",
    "row_decks": "Decks",
    "row_decks_about": "1 to 8",
    "row_shuffle": "When the cards are shuffled",
    "row_shuffle_about": "A change of the cards shuffles them before the next hand",
    "row_low": "Fewest cards a hand begins with",
    "row_low_about": "0 to 416; counts where the cards are shuffled when few are left",
    "row_penetration": "Per cent of the shoe before the cut card",
    "row_penetration_about": "50 to 90; counts at a cut card that players don't place",
    "row_player_cut": "Players place the cut card",
    "row_player_cut_about": "60 to 75 cards from the end",
    "row_natural": "A blackjack pays",
    "row_natural_about": "Between 1:1 and 2:1, such as 3:2 or 6:5",
    "row_naturals_at_once": "Blackjacks are paid at once",
    "row_naturals_at_once_about": "When the dealer has none; otherwise at the end of the hand",
    "row_insurance": "Insurance",
    "row_insurance_about": "When the dealer shows an ace",
    "row_even_money": "Even money",
    "row_even_money_about": "1:1 for a blackjack against an ace, whatever the dealer has",
    "row_hits_soft_17": "The dealer draws on a soft 17",
    "row_hits_soft_17_about": "Otherwise the dealer stands on every 17",
    "row_surrender": "Surrender",
    "row_surrender_about": "Half the bet back for the first two cards",
    "row_double": "Doubling",
    "row_double_about": "Restricted totals are hard ones",
    "row_double_face_down": "The card of a double lies face down",
    "row_double_face_down_about": "Until the hand is paid",
    "row_double_after_split": "Doubling after a split",
    "row_double_after_split_about": "Never for split aces",
    "row_max_hands": "Hands a seat may have",
    "row_max_hands_about": "1 to 4, all splits together; 1 means no splits",
    "row_split_by": "A pair is",
    "row_split_by_about": "K and 10 have the same value, K and K the same rank",
    "row_resplit_aces": "Aces may be split again",
    "row_resplit_aces_about": "As far as hands allow",
    "row_bet_clock": "Seconds to bet",
    "row_bet_clock_about": "5 to 600; none only where one player sits alone",
    "row_decision_clock": "Seconds for a move",
    "row_decision_clock_about": "5 to 600; none only where one player sits alone",
    "row_insurance_clock": "Seconds for insurance",
    "row_insurance_clock_about": "5 to 600; none only where one player sits alone, or without "
    "insurance",
    "row_result_clock": "Seconds for the result",
    "row_result_clock_about": "5 to 600; none waits for Next hand",
    "row_shuffle_clock": "Seconds to cut",
    "row_shuffle_clock_about": "5 to 600",
    "row_ends": "The table ends",
    "row_ends_about": "With a bank or a run chips are the session's, otherwise the players' own",
    "row_bank": "Chips each seat adds to the bank",
    "row_bank_about": "A number where the table ends with the bank; otherwise none",
    "row_full_betting": "Clocks of bet and result always run out",
    "row_full_betting_about": "Otherwise the cards come as soon as everyone has answered",
    "row_idle_clock": "Seconds until a table rests",
    "row_idle_clock_about": "60 to 86400 without a press",
}

#: The choices of a row, in a menu of up to 100 characters and in an announcement.
CHOICES = {
    "choice_yes": "yes",
    "choice_no": "no",
    "choice_none": "none",
    "choice_shuffle_low": "when few are left",
    "choice_shuffle_cut_card": "at the cut card",
    "choice_shuffle_every_hand": "every hand",
    "choice_insurance_none": "none",
    "choice_insurance_half": "half the bet",
    "choice_insurance_up_to_half": "up to half the bet",
    "choice_double_any": "any two cards",
    "choice_double_9-11": "hard 9, 10 or 11",
    "choice_double_10-11": "hard 10 or 11",
    "choice_split_by_value": "two cards of the same value",
    "choice_split_by_rank": "two cards of the same rank",
    "choice_ends_bank": "with the house bank",
    "choice_ends_host": "when the host closes it",
    "choice_ends_broke": "as a run of one, when the chips are gone",
    "choice_ends_idle": "when nobody bets",
}
