"""What is said to one member: refusals, mistakes in rules, answers to commands and presses."""

REFUSALS = {
    "already_answered": "You have answered about insurance already.",
    "already_bet": "Your bet is {chips} already. Pick another amount to change it.",
    "already_cut": "You have answered already; the cards are shuffled as soon as everyone has.",
    "already_leaving": "You are leaving after this hand already. Press Join if you'd rather stay.",
    "already_ready": "You are ready already; we wait for the others or for the host.",
    "already_seated": "You already have a seat at this table. "
    "/blackjack show posts the table again.",
    "already_sitting_out": "You sit this hand out already. Bet if you change your mind.",
    "below_minimum": "You hold {chips} chips and the smallest bet is {least}. "
    "You keep your place until the session ends.",
    "below_minimum_rebuy": "You hold {chips} chips and the smallest bet is {least}. "
    "`/blackjack rebuy` gives you new ones, once in 24 hours.",
    "bet_too_big": "The biggest bet here is {most} chips.",
    "bet_too_small": "The smallest bet here is {least} chips.",
    "cut_length": "A cut is 1 to {most} characters; anything you like, blanks alone don't count.",
    "cut_place": "The cut card goes in {least} to {most} cards from the end.",
    "decision_closed": "That question is over: it was answered, or its time ran out. "
    "Nothing has changed; the board shows the newest one.",
    "double_after_split": "Hands from a split can't be doubled at this table.",
    "double_totals": "Here you can double on a hard total of {totals} only.",
    "double_two_cards": "You can double with your first two cards only.",
    "even_money_natural": "Even money is for a blackjack only.",
    "from_next_hand": "You have a seat and play from the next hand.",
    "insurance_half": "Insurance here is half your bet: {half} chips.",
    "insurance_one": "A bet of 1 chip can't be halved, so it can't be insured.",
    "insurance_up_to": "You can insure 1 to {half} chips: up to half your bet.",
    "late_bet": "Betting is over for that hand, so nothing has changed. "
    "The board shows what is asked now.",
    "late_bet_reopened": "That was for betting that is over, so nothing has changed. "
    "Bets are open again: please make yours on the board.",
    "late_cut": "The time to cut was over, so these words are not in the shuffle. "
    "The board shows what is asked now.",
    "late_insurance": "The time for insurance is over, so nothing has changed. "
    "The board shows what is asked now.",
    "kick_yourself": "You can't remove yourself; press Leave to get up.",
    "no_even_money": "There is no even money at this table.",
    "no_hand": "You have no cards in this hand.",
    "no_insurance": "There is no insurance at this table.",
    "no_rebuy": "This table gives no new chips before the next session.",
    "no_seats": "Nobody sits at the table yet. Press Join first.",
    "no_surrender": "There is no surrender at this table.",
    "nobody_can_bet": "Nobody at the table can afford the smallest bet of {least} chips.",
    "not_now": "That isn't possible right now. The lit buttons show what is.",
    "not_on_ladder": "Bets here are {ladder} chips.",
    "not_seated": "You don't sit at this table. Press Join to take a seat.",
    "not_the_cutter": "Another player places the cut card this time. Your words count as well.",
    "not_your_run": "This run is {member}'s own. Begin yours with /blackjack host table: Solo.",
    "not_your_turn": "It's {member}'s turn — wait for yours.",
    "only_host": "Only the host of this table, or whoever manages the server, can do that.",
    "rebuy_not_needed": "New chips are for members who can't afford the smallest bet of {least}.",
    "seatless_full": "All {places} places to bet without a seat are taken this hand. "
    "Bets open again in a moment.",
    "seat_freed": "Your seat was freed: you missed too many hands running (here {rounds} will do). "
    "Press Join to sit down again.",
    "split_ace": "A split ace gets one card and stands.",
    "split_hands": "You can play at most {hands} hands at once here.",
    "split_pairs": "You can split a pair only, and only while it is two cards. "
    "Rules says what counts as a pair here.",
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

RULES = {
    "rules_bank": "The bank needs at least 1 chip for each seat.",
    "rules_chips_below_min": "Players must start with enough chips for the smallest bet.",
    "rules_chips_too_many": "Chips and bank can be 1,000,000,000 at most.",
    "rules_chip_values": "There is room for 1 to 5 chips; their values must rise, each one once.",
    "rules_clocks": "Clocks run 5 to 600 seconds; a table rests after 1 minute to 24 hours.",
    "rules_decks": "A shoe has 1 to 8 decks.",
    "rules_ends": "A table has a bank exactly when it ends with the bank, "
    "and only a table of one seat ends when the player is out of chips.",
    "rules_hands": "A seat can play 1 to 4 hands.",
    "rules_ladder_long": "There is room for 14 bet amounts.",
    "rules_ladder_end": "The highest bet button is above the biggest bet.",
    "rules_ladder_order": "Bet amounts must rise, each one once.",
    "rules_ladder_start": "The first bet amount must be the smallest bet.",
    "rules_limit_below_min": "The table limit must not be below the smallest bet.",
    "rules_low": "The shoe can be shuffled when 0 to 416 cards remain.",
    "rules_max_below_min": "The biggest bet must not be below the smallest.",
    "rules_min_bet": "The smallest bet is at least 1 chip.",
    "rules_missed_rounds": "A seat is freed after 1 to 10 missed hands.",
    "rules_natural": "Blackjack pays between 1:1 and 2:1.",
    "rules_penetration": "The cut card goes in at 50 to 90 per cent of the shoe.",
    "rules_penetration_player": "A player can place the cut card only where there is one.",
    "rules_seatless": "Up to 6 members may bet without a seat, and only where every hand is "
    "shuffled anew and the betting clock always runs out.",
    "rules_seats": "A table has 1 to 6 seats.",
    "rules_shoe_too_small": "So many seats and hands could run the shoe dry. "
    "Take more decks or fewer seats.",
}

ANSWERS = {
    "already_played": "That press was counted already.",
    "bet_closed": "Your bet: {chips} chips. Betting is closed; the board shows the cards.",
    "board_moved": "The table has moved. [Go to the table]({link})",
    "bets_open_later": "The cards are shuffled first. Your bet is not placed yet: "
    "press Same bet again when bets are open.",
    "bug": "Something went wrong on our side. Nothing is lost; please try again.",
    "cannot_write": "I can't write in this channel. Please check what I am allowed to do here.",
    "command_changed": "That command has just changed. Please type it anew in a minute.",
    "closed": "The table is closed. Thanks for playing!",
    "joined": "You have a seat. Good luck!",
    "kicked": "{member} was removed from the table.",
    "left": "You left the table.",
    "left_after_hand": "Your hands stand, and you leave when this hand is settled.",
    "missing_permissions": "I can't run a table here. Please allow me: {names}.",
    "need_host_role": "Opening this table takes Manage Server or the role {role}. "
    "A solo run is for everybody: `/blackjack host table: Solo`.",
    "no_number": "Please type a whole number of chips, such as {example}.",
    "no_same_bet": "There is no earlier bet of yours that can be repeated here. Pick an amount.",
    "no_table_here": "There is no table in this channel. Open one with /blackjack host.",
    "chips_elsewhere": "You still have {chips} chips. Leave and sit down again to bring them here.",
    "purse_changed": "Your chips are at another table by now, so nothing has changed here. "
    "Please try again.",
    "rebought": "You have {chips} new chips. Good luck!",
    "rebuy_wait": "You had new chips within the last day. More come in {hours} h.",
    "run_opened": "Your run has begun. [Go to the table]({link})",
    "run_goes_on": "Your run goes on. [Go to the table]({link}) "
    "To begin another one, press **End run…** there first.",
    "no_run_here": "{name} has no solo run in this channel.",
    "too_many_runs": "{runs} solo runs are being played in this channel already. "
    "Try another channel.",
    "in_doubt": "The disk did not say whether that was saved. The bot has to start again; what the "
    "table shows then is what counts.",
    "not_saved": "I can't save right now, so nothing has changed. Please try again in a moment.",
    "opened": "Your table is open. [Go to the table]({link})",
    "paused": "The bot is restarting. Your table comes back in a moment, with the same cards.",
    "reposted": "Here is the table again.",
    "shown_soon": "Discord is slow right now; the table will be here in a moment.",
    "somebody": "someone",
    "table_exists": "This channel already has a table. /blackjack show posts it here again.",
    "table_suspended": "Your table in {place} stands still: I can't show it there. Cards and chips "
    "are kept, and it goes on when I can. Meanwhile you can host in another channel.",
    "too_many_commands": "That is a lot of commands. Please try again in {seconds} s.",
    "too_many_tables": "This server has {most} such tables already, as many as fit. "
    "When one is closed there is room again.",
    "too_many_presses": "That is a lot of presses at once. Please try again in a moment.",
    "unknown_table": "This table is gone. Open a new one with /blackjack host.",
}
