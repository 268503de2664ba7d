"""Panels, forms and cards: what one member reads at leisure."""

FORMS = {
    "panel_title": "### Your bet: **{chips}** of {held}",
    "panel_draft": "-# Nothing is bet unless you press **Bet** before betting closes.",
    "panel_change": "-# Your bet of {chips} stands unless you press **Bet** before betting closes.",
    "panel_placed": "-# This is your bet. You can change it until betting closes.",
    "panel_limit": "-# Leave room: doubles, splits and insurance count too, "
    "and all of a hand stays within {limit}.",
    "panel_broke": "You hold {chips}, and the smallest bet is {least}.",
    "panel_rebuy": "`/blackjack rebuy` gives you new chips, once in 24 hours.",
    "button_chip": "+{chips}",
    "button_clear": "Clear",
    "button_allin": "All in",
    "button_most": "Max {chips}",
    "button_custom": "Custom…",
    "button_place": "Bet",
    "button_place_chips": "Bet {chips}",
    "bet_title": "Your bet",
    "bet_label": "Chips: {least} to {most}",
    "bet_about": "A whole number. You hold {held}. Sending this places the bet.",
    "insurance_title": "Insurance",
    "insurance_label": "Chips: 1 to {most}",
    "insurance_about": "A whole number, up to half your bet. Pays 2:1 on a dealer blackjack.",
    "close_title": "## Close this table?",
    "close_table": "The table closes for good.",
    "close_playing": "Hands in play stand and are settled first, then the table closes for good.",
    "close_betting": "Bets go back to the players and the table closes for good.",
    "close_early": "The session counts as ended early: nobody wins it.",
    "end_run_title": "## End this run?",
    "end_run_playing": "The hand in play stands and is settled first.",
    "end_run_score": "Its score is the most that was held after a hand, and a new run can begin.",
    "button_end_run": "End the run",
    "close_keeps": "Everyone keeps their chips for the next table of its kind in this server.",
    "close_dismiss": "Changed your mind? Just dismiss this message.",
    "cut_title": "Cut the cards",
    "cut_label": "Type anything you like",
    "cut_about": "It goes into the shuffle: 1 to {most} characters, whatever you like.",
    "cut_example": "seven ducks on a tram",
    "place_label": "Cards from the end ({least}–{most})",
    "place_about": "Where you put the cut card. Left empty, the shuffle decides.",
    "best_title": "## The five best solo runs",
    "best_head": "**The five best**",
    "best_line": "{n}. **{member}** · {score} · {hands}",
    "best_none": "No run has ended yet. The first one leads the list.",
    "best_about": "-# The score is the most chips held in a run. Ties go to fewer hands.",
}

RULES_CARD = {
    "card_title": "## Rules: {table}",
    "card_goal_head": "**The goal**",
    "card_goal": "Come closer to 21 than the dealer without going over. Number cards count their "
    "number, J, Q and K count 10, an ace counts 11 or 1, whichever helps.",
    "card_bets_head": "**Chips and bets**",
    "card_seats_one": "One player. You start with {chips} chips.",
    "card_seats_other": "1 to {n} players. Everyone starts with {chips} chips.",
    "card_seatless": "{n} more may bet without a seat. They are dealt after the seats and get a "
    "free seat, if there is one, when the hand is over.",
    "card_keeps": "Chips stay yours: you bring them to the next table of this kind in the server. "
    "When they no longer buy the smallest bet, `/blackjack rebuy` gives you {chips} new ones, once "
    "in 24 hours.",
    "card_bank": "Each player adds {bank} chips to the house bank, which pays all wins and takes "
    "all losses.",
    "card_bank_unlimited": "The house can pay every win, however big.",
    "card_bank_short": "When the bank can't pay all it owes, every winner still gets the bet back, "
    "and the bank is shared in proportion to what each hand won.",
    "card_ladder": "Bets are {ladder}, whatever of these you can afford.",
    "card_from_to": "Bet any whole amount from {least} to {most}.",
    "card_from": "Bet any whole amount from {least} up to all your chips.",
    "card_chips": "Build the bet from chips of {values}, or type it; it counts once you press Bet. "
    "Same bet repeats your last one.",
    "card_limit": "All you put at risk in a hand, doubles, splits and insurance included, stays "
    "within {limit}.",
    "card_moves_head": "**Your moves**",
    "card_hit": "Hit takes a card; above 21 you are bust and lose the bet. Stand keeps what you "
    "have. A hand with 21 stands by itself.",
    "card_double_any": "Double: the same bet again on any two cards, one more card, and you stand.",
    "card_double": "Double: the same bet again on a hard {totals}, one more card, and you stand. "
    "Hard means no ace counting 11.",
    "totals_9-11": "9, 10 or 11",
    "totals_10-11": "10 or 11",
    "card_double_down": "The card of a double stays face down until the hand is paid.",
    "card_das": "You can double after a split, aces excepted.",
    "card_no_das": "Hands from a split can't be doubled.",
    "card_split_value": "Split: two cards of the same value (K and 10 are the same) become two "
    "hands, each with a bet of its own and a new card. The left one plays first.",
    "card_split_rank": "Split: two cards of the same rank (K and K, not K and 10) become two "
    "hands, each with a bet of its own and a new card. The left one plays first.",
    "card_no_split": "Pairs can't be split.",
    "card_split_once": "You can split once.",
    "card_split_more": "You can split again, up to {hands} hands.",
    "card_aces": "Split aces get one card each and stand.",
    "card_aces_again": "Split aces get one card each and stand, unless you split them again.",
    "card_surrender": "Surrender: give up your first two cards and get half the bet back.",
    "card_no_surrender": "There is no surrender.",
    "card_insurance_none": "There is no insurance.",
    "card_insurance_half": "Insurance: when the dealer shows an ace you can put half your bet on a "
    "dealer blackjack. It pays 2:1; without one it is lost.",
    "card_insurance_up_to_half": "Insurance: when the dealer shows an ace you can put any amount "
    "up to half your bet on a dealer blackjack. It pays 2:1; without one it is lost.",
    "card_even_money": "Even money: with a blackjack against an ace you can settle for 1:1, "
    "whatever the dealer has.",
    "card_dealer_head": "**The dealer**",
    "card_stands": "Takes one card face up and one face down, draws to 17, and stands on every 17.",
    "card_hits": "Takes one card face up and one face down, draws to 17, and draws again on a "
    "soft 17 (an ace counting 11).",
    "card_no_rival": "With no hand left to beat, no card is drawn.",
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
    "card_odd_bet": "Only whole chips are paid: an odd bet gives up the half chip of a blackjack "
    "(a bet of {bet} wins {wins}).",
    "card_rounding": "Only whole chips are paid: what a blackjack wins is rounded down "
    "(a bet of {bet} wins {wins}).",
    "card_halves": "Half of an odd bet is rounded down too.",
    "card_halves_one": "Half of an odd bet is rounded down too, and a bet of 1 can't be halved.",
    "card_at_once": "A blackjack is paid at once when the dealer has none.",
    "card_split_21": "21 after a split is no blackjack and pays like any win.",
    "card_shoe_head": "**The cards**",
    "card_decks_one": "One deck, {cards} cards.",
    "card_decks_other": "{n} decks, {cards} cards.",
    "card_low": "Shuffled between hands when fewer than {low} are left, or fewer than the table "
    "could need; never during a hand.",
    "card_cut_card": "Shuffled between hands once {percent} % are dealt.",
    "card_early": "With so few decks it may be shuffled earlier: a hand never begins with fewer "
    "cards than the table could need.",
    "card_player_cut": "Shuffled between hands once the cut card comes. The players take turns "
    "placing it, {least} to {most} cards from the end.",
    "card_every_hand": "Shuffled for every hand.",
    "card_fair": "The order of the cards is sealed before the first bet, and everyone at the table "
    "may cut, so the house can't change it later.",
    "card_fair_hand": "The house seals its part of the shuffle before you bet, and you may cut "
    "while bets are open, so the house can't change it later.",
    "card_codes_head": "**The codes on the board**",
    "card_code_shoe": "**Sealed in advance** and **next shoe** are fingerprints of a shoe's seed, "
    "a secret number drawn before anyone cuts. Once one is shown, its seed can't be swapped.",
    "card_code_order": "Seed and cuts together fix the order of all the cards before the first "
    "bet. A cut you type is what the house could not foresee.",
    "card_code_seal": "**Seal of the shoe** is a fingerprint of the cards still undealt. It "
    "changes after each hand because fewer are left; their order stays.",
    "card_code_end": "When the table closes, the seed of its last shoe is shown. It must give the "
    "fingerprint from before: note that down if you want to compare.",
    "card_code_hand": "**Sealed in advance**, **before the bets** and **Next hand's shoe** are "
    "fingerprints of a hand's seed, a secret number drawn before anyone bets or cuts. Once one is "
    "shown, its seed can't be swapped.",
    "card_code_order_hand": "Seed and cuts together fix the order of all the cards when they come. "
    "A cut you type is what the house could not foresee.",
    "card_code_seed": "With the result the **Seed** is shown. It must give the fingerprint from "
    "before: note that down if you want to compare.",
    "card_clock_head": "**Time**",
    "card_clock_shuffle": "{n} s to cut",
    "card_clock_bet": "{n} s to bet, or you sit the hand out",
    "card_clock_bet_full": "bets stay open for {n} s; who has not bet sits the hand out",
    "card_clock_insurance": "{n} s for insurance, or you have none",
    "card_clock_decision": "{n} s for a move, or your hands stand",
    "card_clock_result": "{n} s for the result, then bets open again",
    "card_no_clock": "No clock hurries you.",
    "card_clock_none": "The result stays until someone presses Next hand; after {n} min the table "
    "rests until then.",
    "card_clock_closed": "The result stays until someone presses Next hand; after {n} min the "
    "table is closed.",
    "card_idle": "After {n} min without a press an open hand stands and the table rests until you "
    "are back.",
    "card_empty": "After {n} rounds without a bet the clocks stop until someone presses.",
    "card_missed_one": "Sit out one hand and your seat is free for someone else.",
    "card_missed_other": "Sit out {n} hands running and your seat is free for someone else.",
    "card_end_head": "**The end**",
    "card_ends_bank": "Bank at zero: everyone still holding at least {least} chips wins. "
    "Every seat below {least}: the house wins. The next session begins with fresh chips.",
    "card_ends_host": "The game goes on until the host closes the table.",
    "card_ends_broke": "The run ends when you hold less than {least} chips; your score is the most "
    "you ever held. The five best are kept with their names, ties to fewer hands. Then you can "
    "start again.",
    "card_ends_broke_unranked": "The run ends when you hold less than {least} chips; your score is "
    "the most you ever held. A run by rules of its own is not kept among the five best. Then you "
    "can start again.",
    "card_ends_idle": "The game goes on; when nobody bets, the table rests, and after {n} min "
    "without a press it is closed.",
}

HELP = {
    "help_title": "## Blackjack at a table in your channel",
    "help_play": "Open a table, press **Join**, press **Start**. The message with the cards is the "
    "table: its buttons play, and everyone in the channel can watch.",
    "help_tables_head": "**Tables**",
    "help_table": "**{table}**: {about}",
    "help_who": "A solo run is for everybody: `/blackjack host table: Solo`. The others are opened "
    "by whoever has Manage Server or the host role.",
    "help_commands_head": "**Commands**",
    "help_host": "`/blackjack host` opens one of these tables in this channel, or one of the "
    "server's own",
    "help_join": "`/blackjack join` takes a seat",
    "help_leave": "`/blackjack leave` gets up; hands in play stand first",
    "help_show": "`/blackjack show` posts the table again at the bottom",
    "help_rebuy": "`/blackjack rebuy` gives you new chips, once in 24 hours, where chips stay "
    "yours and you can't bet any more",
    "help_history": "`/blackjack history` shows your last hands, to you alone",
    "help_best": "`/blackjack best` shows the server's five best solo runs",
    "help_rules": "`/blackjack rules` explains the rules in force and the codes on the board",
    "help_kick": "`/blackjack kick` removes a member from the table (its host, Manage Server)",
    "help_close": "`/blackjack close` closes the table (its host, Manage Server)",
    "help_tables": "`/blackjack-admin tables` makes tables with rules of your own (Manage Server, "
    "or the host role where the server lets it see this command)",
    "help_help": "`/blackjack help` shows this",
    "help_fair_head": "**Fair**",
    "help_fair": "The house seals its part of the shuffle before you bet, and you may cut. A table "
    "survives a restart of the bot with the same cards.",
    "help_money_head": "**Play money**",
    "help_money": "Chips are play money. They can't be bought, sold, traded or redeemed, and they "
    "are worth nothing outside the game.",
}
