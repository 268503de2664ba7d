"""English: every sentence the bot says.

Kind, short, and saying what to do. Numbers arrive already grouped; what is won or lost arrives with
its sign. Discord labels: buttons up to 80 characters, form titles and labels up to 45.
"""

THOUSANDS = ","


def plural(n: int) -> str:
    return "one" if n == 1 else "other"


_REFUSALS = {
    "already_bet": "Your bet is {chips} already. Pick another amount to change it.",
    "already_cut": "You have answered already; the cards are shuffled as soon as everyone has.",
    "already_leaving": "You are leaving after this hand already. Press Join if you'd rather stay.",
    "already_ready": "You are ready already; we wait for the others or for the host.",
    "already_seated": "You already have a seat at this table.",
    "already_sitting_out": "You sit this hand out already. Bet if you change your mind.",
    "below_minimum": "You hold {chips} chips and the smallest bet is {least}. "
    "You keep your place until the session ends.",
    "bet_too_big": "The biggest bet here is {most} chips.",
    "bet_too_small": "The smallest bet here is {least} chips.",
    "cut_length": "A cut is 1 to {most} characters; anything you like, blanks alone don't count.",
    "decision_closed": "That question is answered already. The board shows the newest one.",
    "double_after_split": "Hands from a split can't be doubled at this table.",
    "double_totals": "Here you can double on a hard total of {totals} only.",
    "double_two_cards": "You can double with your first two cards only.",
    "from_next_hand": "You have a seat and play from the next hand.",
    "kick_yourself": "You can't remove yourself; press Leave to get up.",
    "no_seats": "Nobody sits at the table yet. Press Join first.",
    "no_surrender": "There is no surrender at this table.",
    "nobody_can_bet": "Nobody at the table can afford the smallest bet of {least} chips.",
    "not_now": "That isn't possible right now. The lit buttons show what is.",
    "not_on_ladder": "Bets here are {ladder} chips.",
    "not_seated": "You don't sit at this table. Press Join to take a seat.",
    "not_your_turn": "It's {member}'s turn — wait for yours.",
    "only_host": "Only the host of this table, or whoever manages the server, can do that.",
    "split_ace": "A split ace gets one card and stands.",
    "split_hands": "You can play at most {hands} hands at once here.",
    "split_pairs": "You can split two cards of the same value only.",
    "surrender_first": "You can surrender only before your first move on a hand.",
    "surrender_one": "A bet of 1 chip can't be halved, so it can't be surrendered.",
    "table_closed": "This table is closed.",
    "table_full": "All {seats} seats are taken. Watch, and press Join when one gets free.",
    "table_limit": "No more than {limit} chips may be at risk in one round.",
    "target_not_seated": "That member doesn't sit at this table.",
    "too_early": "There is still time on the clock.",
    "too_few_chips": "That takes {needs} chips and you hold {chips}.",
    "was_kicked": "You were removed from this table and can sit down again in the next session.",
}

_RULES = {
    "rules_bank": "The bank needs at least 1 chip for each seat.",
    "rules_chips_below_min": "Players must start with enough chips for the smallest bet.",
    "rules_chips_too_many": "Chips and bank can be 1,000,000,000 at most.",
    "rules_clocks": "Clocks run 5 to 600 seconds; a table rests after 1 minute to 24 hours.",
    "rules_decks": "A shoe has 1 to 8 decks.",
    "rules_hands": "A seat can play 1 to 4 hands.",
    "rules_ladder_long": "There is room for 14 bet amounts.",
    "rules_ladder_end": "The highest bet button is above the biggest bet.",
    "rules_ladder_order": "Bet amounts must rise, each one once.",
    "rules_ladder_start": "The first bet amount must be the smallest bet.",
    "rules_limit_below_min": "The table limit must not be below the smallest bet.",
    "rules_max_below_min": "The biggest bet must not be below the smallest.",
    "rules_min_bet": "The smallest bet is at least 1 chip.",
    "rules_missed_rounds": "A seat is freed after 1 to 10 missed hands.",
    "rules_natural": "Blackjack pays between 1:1 and 2:1.",
    "rules_not_yet": "This table can't play by one of those rules yet.",
    "rules_penetration": "The cut card goes in at 50 to 90 per cent of the shoe.",
    "rules_seats": "A table has 1 to 6 seats.",
    "rules_shoe_too_small": "So many seats and hands could run the shoe dry. "
    "Take more decks or fewer seats.",
}

_ANSWERS = {
    "already_played": "That press was counted already.",
    "board_moved": "The table has moved. [Go to the table]({link})",
    "bug": "Something went wrong on our side. Nothing is lost; please try again.",
    "cannot_write": "I can't write in this channel. Please check what I am allowed to do here.",
    "command_changed": "That command has just changed. Please type it anew in a minute.",
    "closed": "The table is closed. Thanks for playing!",
    "joined": "You have a seat. Good luck!",
    "kicked": "{member} was removed from the table.",
    "left": "You left the table.",
    "left_after_hand": "Your hands stand, and you leave when this hand is settled.",
    "missing_permissions": "I can't run a table here. Please allow me: {names}.",
    "need_host_role": "Opening a table takes Manage Server or the role {role}.",
    "no_table_here": "There is no table in this channel. Open one with /blackjack host.",
    "not_saved": "I can't save right now, so nothing has changed. Please try again in a moment.",
    "opened": "Your table is open. [Go to the table]({link})",
    "paused": "The bot is restarting. Your table comes back in a moment, with the same cards.",
    "reposted": "Here is the table again.",
    "shown_soon": "Discord is slow right now; the table will be here in a moment.",
    "somebody": "someone",
    "table_exists": "This channel already has a table. /blackjack show posts it here again.",
    "table_suspended": "Your table in {place} stands still: I can't show it there. Cards and chips "
    "are kept, and it goes on when I can. Meanwhile you can host in another channel.",
    "too_many_presses": "That is a lot of presses at once. Please try again in a moment.",
    "unknown_table": "This table is gone. Open a new one with /blackjack host.",
}

_HEADER = {
    "table_bank": "The bank table",
    "table_other": "Blackjack",
    "title_hand": "{table} · hand {hand}",
    "title_session": "{table} · session {session}",
    "bank": "Bank **{chips}** of {of}",
    "bank_to_come": "the bank starts with {each} for each seat",
    "bank_at_start": "the bank starts with {chips} ({each} for each seat)",
    "chips_each": "Everyone starts with {chips} chips",
    "shoe_left": "Shoe {shoe}: {left} of {size} cards left",
    "shoe_shuffling": "Shoe {shoe}: {size} cards, being shuffled",
    "seal": "Seal of the shoe {seal}…",
    "next_shoe": "next shoe {commit}…",
    "first_shoe": "Sealed in advance: shoe {shoe} {commit}…",
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "short_natural": "Blackjack pays {times}:{out_of}",
    "short_stands": "dealer stands on all 17s",
    "short_hits": "dealer hits soft 17",
    "short_split_one": "no splits",
    "short_split_two": "split once",
    "short_split_more": "split to {hands} hands",
    "short_double": "double hard {totals}",
    "short_insurance": "insurance",
    "short_surrender": "surrender",
    "short_bets": "bets {ladder}",
    "short_from_to": "bets {least} to {most}",
    "short_from": "bets from {least}",
}

_HANDS = {
    "dealer": "**Dealer**",
    "dealer_hidden": "one card face down",
    "dealer_stands": "stands on {total}",
    "dealer_keeps": "no hand left to beat",
    "dealer_bust": "**bust**",
    "dealer_blackjack": "**blackjack**",
    "ace": "ace",
    "soft": "soft {total}",
    "hard": "{total}",
    "bet": "bet {chips}",
    "doubled": "doubled",
    "hand_of": "Hand {n}",
    "state_blackjack": "**blackjack**",
    "state_bust": "**bust**",
    "state_surrender": "surrendered",
    "state_active": "**to play**",
    "state_done": "stands",
    "state_waits": "plays later",
    "result_blackjack": "**Blackjack {net}**",
    "result_win": "**Win {net}**",
    "result_push": "**Push {net}**",
    "result_lose": "**Lost {net}**",
    "result_bust": "**Bust {net}**",
    "result_surrender": "**Surrendered {net}**",
    "result_even_money": "**Even money {net}**",
}

_SEATS = {
    "chips_one": "{n} chip",
    "chips_other": "{n} chips",
    "seats_taken": "{taken} of {seats} seats taken",
    "seats_empty": "No seat is taken yet.",
    "host": "host",
    "ready": "ready",
    "not_ready": "not ready yet",
    "has_cut": "has cut",
    "no_cut": "no cut",
    "may_cut": "may cut",
    "has_bet": "**bet {chips}**",
    "thinking": "thinking…",
    "thinking_last": "thinking… bets now or gives the seat up",
    "sits_out": "sits this hand out",
    "sat_out": "sat out",
    "is_waiting": "joins with the next hand",
    "is_next": "plays in the next session",
    "is_leaving": "leaves after this hand",
    "is_broke": "below the smallest bet",
}

_ASKING = {
    "ask_lobby": "Press **Join** to sit down. {host} starts the session, "
    "or everyone seated presses **Start**.",
    "ask_shuffle": "**The cards are being shuffled.** Betting opens when that is done. "
    "You may cut: what you type goes into the shuffle.",
    "ask_bets": "**Place your bets.** The cards come as soon as everyone has answered; "
    "until then you can change yours.",
    "ask_bets_parked": "**Place your bets.** No clock is running; take your time.",
    "ask_turn": "▶ **{member}**, it's your turn: {total} against the dealer's {dealer}.",
    "ask_turn_hand": "▶ **{member}**, it's your turn, hand {n} of {hands}: "
    "{total} against the dealer's {dealer}.",
    "ask_next": "Anyone at the table may press **Next hand**.",
    "ask_next_parked": "The table rests. **Join**, or press **Next hand** to play on.",
    "ask_nobody": "Nobody here can play a hand. **Join** to play on.",
    "ask_session": "Press **New session** to play again, everyone with fresh chips.",
    "ask_closed": "This table is closed. Thanks for playing!",
    "clock_seconds": "**{n} s** to answer · ends <t:{stamp}:R>",
    "clock_minutes": "**{n} min** to answer · ends <t:{stamp}:R>",
    "clock_rests": "Without a press the table rests <t:{stamp}:R>",
}

_ENDING = {
    "end_players_win": "**The bank is broken!** {winners} won the session.",
    "end_shared": "It could not pay all it owed: the winning hands shared what it had.",
    "end_players_win_nobody": "**The bank is broken!** "
    "Nobody still at the table holds {least} chips, so nobody shares the win.",
    "end_house_wins": "**The house wins.** Nobody can afford the smallest bet of {least} any more.",
    "end_closed_early": "**The session was closed before its end.** Nobody won it.",
    "standings": "**Standings**",
    "standing": "{n}. **{member}** · {chips} ({net}) · {hands}",
    "standing_won": "won",
    "standing_left": "left early",
    "standings_more_one": "and {n} more",
    "standings_more_other": "and {n} more",
    "hands_one": "{n} hand",
    "hands_other": "{n} hands",
}

_BUTTONS = {
    "button_join": "Join",
    "button_leave": "Leave",
    "button_start": "Start",
    "button_rules": "Rules",
    "button_cut": "Cut the cards",
    "button_nocut": "No cut",
    "button_bet": "{chips}",
    "button_sitout": "Sit out",
    "button_hit": "Hit",
    "button_stand": "Stand",
    "button_double": "Double",
    "button_split": "Split",
    "button_surrender": "Surrender",
    "button_next": "Next hand",
    "button_new": "New session",
    "button_close": "Close the table",
}

_FORMS = {
    "close_title": "## Close this table?",
    "close_table": "The table closes for good.",
    "close_playing": "Hands in play stand and are settled first, then the table closes for good.",
    "close_betting": "Bets go back to the players and the table closes for good.",
    "close_early": "The session counts as ended early: nobody wins it.",
    "close_dismiss": "Changed your mind? Just dismiss this message.",
    "cut_title": "Cut the cards",
    "cut_label": "Type anything you like",
    "cut_about": "It goes into the shuffle, and everyone can check that. 1 to {most} characters.",
    "cut_example": "seven ducks on a tram",
}

_RULES_CARD = {
    "card_title": "## Rules: {table}",
    "card_goal_head": "**The goal**",
    "card_goal": "Come closer to 21 than the dealer without going over. Number cards count their "
    "number, J, Q and K count 10, an ace counts 11 or 1, whichever helps.",
    "card_bets_head": "**Chips and bets**",
    "card_seats_one": "One player. You start with {chips} chips.",
    "card_seats_other": "1 to {n} players. Everyone starts with {chips} chips.",
    "card_bank": "Each player adds {bank} chips to the house bank, which pays all wins and takes "
    "all losses.",
    "card_bank_unlimited": "The house can pay every win, however big.",
    "card_bank_short": "When the bank can't pay all it owes, every winner still gets the bet back, "
    "and the bank is shared in proportion to what each hand won.",
    "card_ladder": "Bets are {ladder}, whatever of these you can afford.",
    "card_from_to": "Bet any whole amount from {least} to {most}.",
    "card_from": "Bet any whole amount from {least} up.",
    "card_limit": "All you put at risk in a round, doubles and splits included, stays within "
    "{limit}.",
    "card_moves_head": "**Your moves**",
    "card_hit": "Hit takes a card; above 21 you are bust and lose the bet. Stand keeps what you "
    "have. A hand with 21 stands by itself.",
    "card_double_any": "Double: the same bet again on any two cards, one more card, and you stand.",
    "card_double": "Double: the same bet again on a hard {totals}, one more card, and you stand. "
    "Hard means no ace counting 11.",
    "card_double_down": "The card of a double stays face down until the end.",
    "card_das": "You can double after a split, aces excepted.",
    "card_no_das": "Hands from a split can't be doubled.",
    "card_split_value": "Split: two cards of the same value (K and 10 are the same) become two "
    "hands, each with a bet of its own.",
    "card_split_rank": "Split: two cards of the same rank (K and K, not K and 10) become two "
    "hands, each with a bet of its own.",
    "card_no_split": "Pairs can't be split.",
    "card_split_once": "You can split once.",
    "card_split_more": "You can split up to {hands} hands.",
    "card_aces": "Split aces get one card each and stand.",
    "card_aces_again": "Split aces get one card each and stand, unless you split them again.",
    "card_surrender": "Surrender: give up your first two cards and get half the bet back.",
    "card_no_surrender": "There is no surrender.",
    "card_insurance_none": "There is no insurance.",
    "card_insurance_half": "When the dealer shows an ace you can insure half your bet against a "
    "dealer blackjack; insurance pays 2:1.",
    "card_insurance_up_to_half": "When the dealer shows an ace you can insure any amount up to "
    "half your bet against a dealer blackjack; insurance pays 2:1.",
    "card_even_money": "With a blackjack against an ace you can take even money: 1:1 at once.",
    "card_dealer_head": "**The dealer**",
    "card_stands": "Draws to 17 and stands on every 17.",
    "card_hits": "Draws to 17, and draws again on a soft 17 (an ace counting 11).",
    "card_check": "With an ace or a ten up, the dealer looks at the face-down card before anyone "
    "plays. A dealer blackjack ends the hand: it beats everything but another blackjack.",
    "card_check_later": "With a ten up the dealer looks at the face-down card before anyone plays; "
    "with an ace after insurance. A dealer blackjack ends the hand: it beats everything but "
    "another blackjack.",
    "card_pay_head": "**What you win**",
    "card_win": "A win pays as much as you bet. A tie is a push: your bet comes back.",
    "card_natural": "Blackjack (an ace and a ten-value card as your first two cards) pays "
    "{times}:{out_of}; a bet of {bet} wins {wins}.",
    "card_natural_even": "Blackjack (an ace and a ten-value card as your first two cards) pays "
    "like any win.",
    "card_rounding": "Half chips are rounded down, so an odd bet gives up a little on a blackjack.",
    "card_at_once": "It is paid at once when the dealer can't have one.",
    "card_split_21": "21 after a split is no blackjack and pays like any win.",
    "card_shoe_head": "**The cards**",
    "card_decks_one": "One deck, {cards} cards.",
    "card_decks_other": "{n} decks, {cards} cards.",
    "card_low": "Shuffled between hands when fewer than {low} are left, or fewer than the table "
    "could need; never during a hand.",
    "card_cut_card": "Shuffled between hands once {percent} % are dealt.",
    "card_player_cut": "A player cuts, and where the cut card lands the shoe ends.",
    "card_every_hand": "Shuffled for every hand.",
    "card_fair": "The order of the cards is sealed before the first bet, and everyone at the table "
    "may cut, so the house can't change it later.",
    "card_clock_head": "**Time**",
    "card_clock_shuffle": "{n} s to cut",
    "card_clock_bet": "{n} s to bet, or you sit the hand out",
    "card_clock_insurance": "{n} s for insurance",
    "card_clock_decision": "{n} s for a move, or your hands stand",
    "card_clock_result": "{n} s for the result",
    "card_clock_none": "The result stays until someone presses Next hand.",
    "card_missed_one": "Sit out one hand and your seat is free for someone else.",
    "card_missed_other": "Sit out {n} hands running and your seat is free for someone else.",
    "card_end_head": "**The end**",
    "card_ends_bank": "Bank at zero: everyone still holding at least {least} chips wins. "
    "Every seat below {least}: the house wins.",
    "card_ends_host": "The game goes on until the host closes the table.",
    "card_ends_broke": "The run ends when you hold less than {least} chips; your score is the most "
    "you ever held.",
    "card_ends_idle": "The game goes on until nobody bets for a while.",
}

_HELP = {
    "help_title": "## Blackjack at a table in your channel",
    "help_play": "Open a table, press **Join**, press **Start**. The message with the cards is the "
    "table: its buttons play, and everyone in the channel can watch.",
    "help_commands_head": "**Commands**",
    "help_host": "`/blackjack host` opens a table in this channel",
    "help_join": "`/blackjack join` takes a seat",
    "help_leave": "`/blackjack leave` gets up; hands in play stand first",
    "help_show": "`/blackjack show` posts the table again at the bottom",
    "help_rules": "`/blackjack rules` explains the rules in force",
    "help_close": "`/blackjack close` closes the table (host)",
    "help_kick": "`/blackjack kick` removes a member from the table (host)",
    "help_help": "`/blackjack help` shows this",
    "help_fair_head": "**Fair**",
    "help_fair": "The order of a shoe is sealed before the first bet and you may cut it. A table "
    "survives a restart of the bot with the same cards.",
    "help_money_head": "**Play money**",
    "help_money": "Chips are play money. They can't be bought, sold, traded or redeemed, and they "
    "are worth nothing outside the game.",
}

SENTENCES = {
    **_REFUSALS, **_RULES, **_ANSWERS, **_HEADER, **_HANDS, **_SEATS, **_ASKING, **_ENDING,
    **_BUTTONS, **_FORMS, **_RULES_CARD, **_HELP,
}  # fmt: skip
