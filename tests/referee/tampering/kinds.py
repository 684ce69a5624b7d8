"""Every kind of tampering, by what shows it."""

from typing import Final

from tests.referee.tampering.cards import (
    board_label_changed,
    card_doubled,
    card_of_a_hand_swapped,
    carried_points_invented,
    commitment_changed,
    deal_number_changed,
    first_dealer_changed,
    head_in_a_deal_changed,
    lag_quota_given_back,
    next_dealer_changed,
    nonce_changed,
    nonce_removed,
    scored_deals_changed,
    scores_between_changed,
    seed_at_the_end_swapped,
    seed_mode_changed,
    seed_swapped,
    seed_swapped_everywhere,
    strikes_forgotten,
    talon_reordered,
    time_given_back,
)
from tests.referee.tampering.changes import Tampering
from tests.referee.tampering.decisions import (
    action_changed,
    action_inserted,
    action_made_illegal,
    action_removed,
    actions_reordered,
    another_seat_acts,
    clock_instead_of_own,
    entry_doubled,
    lag_beyond_the_time_spent,
    lag_changed,
    one_strike_too_many,
    own_after_the_last_strike,
    own_instead_of_clock,
    sanction_of_the_terms_changed,
    strike_for_another_reason,
    strike_for_what_is_legal,
    strike_removed,
    strikes_where_they_cost_nothing,
    strikes_without_strikes,
    the_same_struck_twice,
    time_out_too_early,
    time_spent_changed,
    timeout_instead_of_strikes,
    timeout_without_a_clock,
)
from tests.referee.tampering.entries import (
    deal_of_another_game,
    deal_removed,
    end_removed,
    entries_of_another_game,
    final_scores_changed,
    format_changed,
    game_id_changed,
    garbage,
    join_removed,
    joins_swapped,
    name_changed,
    rules_version_changed,
    ruleset_changed,
    salts_of_other_versions,
    seat_taken_twice,
    session_changed,
    something_after_the_end,
    tail_cut_off,
    termination_changed,
    time_of_creation_changed,
    winners_changed,
)

CONDUCT: Final[tuple[Tampering, ...]] = (
    clock_instead_of_own, time_out_too_early, strikes_without_strikes, timeout_instead_of_strikes,
    own_after_the_last_strike, sanction_of_the_terms_changed, strike_for_what_is_legal, strike_for_another_reason,
    the_same_struck_twice, one_strike_too_many, strike_removed, strikes_where_they_cost_nothing,
    timeout_without_a_clock, lag_beyond_the_time_spent,
)  # fmt: skip
"""The referee's own misconduct, which no chain shows."""

PLAIN: Final[tuple[Tampering, ...]] = (
    seed_swapped, seed_swapped_everywhere, seed_at_the_end_swapped, commitment_changed, card_of_a_hand_swapped,
    talon_reordered, card_doubled, first_dealer_changed, next_dealer_changed, nonce_removed, scores_between_changed,
    scored_deals_changed, carried_points_invented, time_given_back, lag_quota_given_back, strikes_forgotten,
    deal_number_changed, head_in_a_deal_changed, action_made_illegal, another_seat_acts, action_removed,
    action_inserted, actions_reordered, entry_doubled, final_scores_changed, winners_changed, termination_changed,
    tail_cut_off, end_removed, something_after_the_end, ruleset_changed, format_changed, rules_version_changed,
    deal_removed, join_removed, seat_taken_twice, garbage, deal_of_another_game, entries_of_another_game,
    salts_of_other_versions,
)  # fmt: skip
"""What shows even if chain and proof are written anew."""

BY_CHAIN: Final[tuple[Tampering, ...]] = (
    seed_mode_changed, nonce_changed, board_label_changed, action_changed, time_spent_changed, lag_changed,
    own_instead_of_clock, name_changed, session_changed, game_id_changed, time_of_creation_changed, joins_swapped,
)  # fmt: skip
"""What chain, proof or record show; a forger who writes them all anew is held by a head that somebody kept."""

FAIRNESS: Final[tuple[Tampering, ...]] = (
    seed_swapped, seed_swapped_everywhere, seed_at_the_end_swapped, commitment_changed, card_of_a_hand_swapped,
    talon_reordered, card_doubled, first_dealer_changed, nonce_removed, strikes_forgotten, deal_number_changed,
    head_in_a_deal_changed, tail_cut_off, end_removed, something_after_the_end, format_changed, deal_removed,
    join_removed, seat_taken_twice, garbage, deal_of_another_game, entries_of_another_game, salts_of_other_versions,
    strike_removed,
)  # fmt: skip
"""Of those, what shows without the rules of the games."""
