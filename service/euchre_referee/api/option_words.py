"""The options of rule sets in words, with their values as rule sets write them (RULES 2)."""

from typing import Final

from euchre_referee.api.phrases import Phrase

OPTION_MEANINGS: Final = {
    "all_pass": Phrase(
        "What follows when nobody makes trump: redeal (the deal is void and the next dealer deals), stick_dealer (the "
        "dealer must name a suit), no_trump (it is played without trump and without maker) or no_maker (it is played "
        "with the turned suit as trump and without maker).",
        "Ce qui suit quand personne ne fait d'atout : redeal (la donne est nulle et le donneur suivant donne), "
        "stick_dealer (le donneur doit nommer une couleur), no_trump (on joue sans atout et sans preneur) ou no_maker "
        "(on joue avec la couleur retournée comme atout et sans preneur).",
        "Wat er volgt als niemand troef maakt: redeal (de gift vervalt en de volgende deler geeft), stick_dealer (de "
        "deler moet een kleur noemen), no_trump (er wordt zonder troef en zonder aannemer gespeeld) of no_maker (er "
        "wordt gespeeld met de omgedraaide kleur als troef en zonder aannemer).",
    ),
    "alone": Phrase(
        "Whether the maker may play alone: the partner then lays the hand down and sits out.",
        "Si le preneur peut jouer en solo : son partenaire pose alors sa main et ne joue pas.",
        "Of de aannemer solo mag spelen: de maat legt dan de hand neer en doet niet mee.",
    ),
    "alone_euchre_points": Phrase(
        "Points for the euchre of a maker who plays alone, unless a defender plays alone too.",
        "Points quand un preneur en solo est écarté, sauf si un défenseur joue aussi en solo.",
        "Punten als een solo spelende aannemer wordt gezet, tenzij ook een tegenspeler solo speelt.",
    ),
    "alone_lead": Phrase(
        "Who leads to the first trick against a lone maker (in euchre-cutthroat against any maker): left_of_alone (the "
        "first active seat from the maker's left) or left_of_dealer (the first active seat from the dealer's left).",
        "Qui entame le premier pli contre un preneur en solo (à euchre-cutthroat contre tout preneur) : left_of_alone "
        "(la première place active à partir de la gauche du preneur) ou left_of_dealer (la première à partir de la "
        "gauche du donneur).",
        "Wie in de eerste slag uitkomt tegen een solo spelende aannemer (bij euchre-cutthroat tegen elke aannemer): "
        "left_of_alone (de eerste actieve plaats vanaf links van de aannemer) of left_of_dealer (de eerste vanaf links "
        "van de deler).",
    ),
    "alone_march_points": Phrase(
        "Points for a march, all five tricks, of a maker who plays alone.",
        "Points pour une marche, les cinq plis, d'un preneur en solo.",
        "Punten voor een mars, alle vijf de slagen, van een solo spelende aannemer.",
    ),
    "auction_trump": Phrase(
        "What is trump after the auction: named (the suit that the highest bidder names) or turned (the turned suit).",
        "Ce qui est atout après l'enchère : named (la couleur que nomme le plus offrant) ou turned (la couleur "
        "retournée).",
        "Wat troef is na de bieding: named (de kleur die de hoogste bieder noemt) of turned (de omgedraaide kleur).",
    ),
    "bid_required": Phrase(
        "Tricks that the maker needs: bid (the bid) or at_least_three (the bid, but three at least).",
        "Plis que le preneur doit faire : bid (son enchère) ou at_least_three (son enchère, mais au moins trois).",
        "Slagen die de aannemer nodig heeft: bid (het bod) of at_least_three (het bod, maar minstens drie).",
    ),
    "bid_scores": Phrase(
        "What maker and partner each score when the bid is made: bid (the bid) or tricks (the tricks of their side).",
        "Ce que marquent le preneur et son partenaire quand l'enchère est faite : bid (l'enchère) ou tricks (les plis "
        "de leur camp).",
        "Wat aannemer en maat elk scoren als het bod is gehaald: bid (het bod) of tricks (de slagen van hun kant).",
    ),
    "call_for_best": Phrase(
        "Where a lone maker may get another card from: off (nowhere), partner (discards one and gets one that the "
        "partner gives) or turn_up (swaps one for the turned card after a call without a pick-up).",
        "D'où un preneur en solo peut recevoir une autre carte : off (de nulle part), partner (il se défausse d'une "
        "carte et en reçoit une que donne son partenaire) ou turn_up (il échange une carte contre la carte retournée, "
        "si le donneur ne l'a pas prise).",
        "Waar een solo spelende aannemer een andere kaart vandaan mag halen: off (nergens), partner (legt er een weg "
        "en krijgt er een die de maat geeft) of turn_up (ruilt er een voor de omgedraaide kaart, als de deler die niet "
        "heeft genomen).",
    ),
    "called_card": Phrase(
        "Which cards may be called for a partner, of those that are no trump and that the maker does not hold: ace "
        "(aces) or any_nontrump (all).",
        "Quelles cartes peuvent être appelées pour un partenaire, parmi celles qui ne sont pas atout et que le preneur "
        "n'a pas : ace (les as) ou any_nontrump (toutes).",
        "Welke kaarten voor een maat geroepen mogen worden, van die welke geen troef zijn en die de aannemer niet "
        "heeft: ace (azen) of any_nontrump (alle).",
    ),
    "clubs_auto": Phrase(
        "Whether a turned club is trump at once, without bidding, without maker and without withdrawing.",
        "Si un trèfle retourné est aussitôt atout, sans enchères, sans preneur et sans que l'on puisse se retirer.",
        "Of omgedraaide klaveren meteen troef zijn, zonder bieden, zonder aannemer en zonder uitstappen.",
    ),
    "defend_alone": Phrase(
        "Whether a defender may play alone against a lone maker, the first to say so; needs alone true.",
        "Si un défenseur, le premier à le dire, peut jouer en solo contre un preneur en solo ; exige alone true.",
        "Of een tegenspeler, de eerste die het zegt, solo mag spelen tegen een solo spelende aannemer; vereist alone "
        "true.",
    ),
    "defend_alone_points": Phrase(
        "Points for the euchre of a lone maker by a lone defender.",
        "Points quand un preneur en solo est écarté par un défenseur en solo.",
        "Punten als een solo spelende aannemer door een solo spelende tegenspeler wordt gezet.",
    ),
    "euchre_loss": Phrase(
        "Who pays for a euchre: opponents_score (the points go to the opponents) or maker_loses (they are taken from "
        "the maker's side).",
        "Qui paie quand le preneur est écarté : opponents_score (les points vont aux adversaires) ou maker_loses (ils "
        "sont retirés au camp du preneur).",
        "Wie betaalt als de aannemer wordt gezet: opponents_score (de punten gaan naar de tegenstanders) of "
        "maker_loses (ze gaan van de kant van de aannemer af).",
    ),
    "euchre_points": Phrase(
        "Points for the euchre of a maker who does not play alone; in american-belote-two and american-belote-three "
        "one more if the maker took no trick.",
        "Points quand un preneur qui ne joue pas en solo est écarté ; à american-belote-two et american-belote-three "
        "un de plus si le preneur n'a fait aucun pli.",
        "Punten als een aannemer die niet solo speelt wordt gezet; bij american-belote-two en american-belote-three "
        "een meer als de aannemer geen slag haalde.",
    ),
    "joker": Phrase(
        "Whether the joker is in the deck, as the highest trump; not together with a no_trump_call other than off.",
        "Si le joker est dans le paquet, comme plus fort atout ; exclut tout no_trump_call autre que off.",
        "Of de joker in het kaartspel zit, als hoogste troef; niet samen met een andere no_trump_call dan off.",
    ),
    "joker_turned": Phrase(
        "When the joker is turned up: dealer_makes (the dealer names a suit without having seen the hand, is maker and "
        "takes the joker) or dealer_proposes (the dealer has seen the hand, and the suit that the dealer names becomes "
        "the proposed suit of the bidding).",
        "Quand le joker est retourné : dealer_makes (le donneur nomme une couleur sans avoir vu sa main, il est "
        "preneur et prend le joker) ou dealer_proposes (le donneur a vu sa main, et la couleur qu'il nomme devient la "
        "couleur proposée aux enchères).",
        "Als de joker wordt omgedraaid: dealer_makes (de deler noemt een kleur zonder de hand gezien te hebben, is "
        "aannemer en neemt de joker) of dealer_proposes (de deler heeft de hand gezien, en de kleur die hij noemt "
        "wordt de voorgestelde kleur van de bieding).",
    ),
    "laps": Phrase(
        "Whether the winners' points beyond the target are reported as carried to their next game.",
        "Si les points des gagnants au-delà du but sont annoncés comme reportés à leur partie suivante.",
        "Of de punten van de winnaars boven het doel worden gemeld als meegenomen naar hun volgende partij.",
    ),
    "make_points": Phrase(
        "Points of the maker's side for more than half of the tricks, but not all, alone or not.",
        "Points du camp du preneur pour plus de la moitié des plis, mais pas tous, en solo ou non.",
        "Punten van de kant van de aannemer voor meer dan de helft van de slagen, maar niet alle, solo of niet.",
    ),
    "march_points": Phrase(
        "Points of the maker's side for a march, all tricks, of a maker who does not play alone.",
        "Points du camp du preneur pour une marche, tous les plis, quand il ne joue pas en solo.",
        "Punten van de kant van de aannemer voor een mars, alle slagen, als hij niet solo speelt.",
    ),
    "max_deals": Phrase(
        "The game ends after this many scored deals (void ones do not count) and the best score wins; 0 means no "
        "limit.",
        "La partie finit après ce nombre de donnes comptées (les donnes nulles ne comptent pas) et le meilleur score "
        "gagne ; 0 veut dire sans limite.",
        "De partij eindigt na zoveel getelde giften (vervallen giften tellen niet) en de beste score wint; 0 betekent "
        "geen grens.",
    ),
    "may_discard_turn_up": Phrase(
        "Whether the dealer may discard the turn-up just taken.",
        "Si le donneur peut se défausser de la carte retournée qu'il vient de prendre.",
        "Of de deler de zojuist genomen omgedraaide kaart mag wegleggen.",
    ),
    "min_bid": Phrase(
        "The lowest bid, in tricks.",
        "L'enchère la plus basse, en plis.",
        "Het laagste bod, in slagen.",
    ),
    "min_rank": Phrase(
        "The lowest rank in the deck, whose cards must suffice for all hands, the dead hand and the turn-up; in "
        "euchre-two-handed 9 or lower leaves cards over, so one is turned up and trump is made by ordering up.",
        "Le plus bas rang du paquet, dont les cartes doivent suffire pour toutes les mains, la main morte et la carte "
        "retournée ; à euchre-two-handed 9 ou moins laisse des cartes, on en retourne donc une et on commande.",
        "De laagste rang in het kaartspel, waarvan de kaarten genoeg moeten zijn voor alle handen, de dode hand en de "
        "omgedraaide kaart; bij euchre-two-handed blijven er met 9 of lager kaarten over, zodat er een wordt "
        "omgedraaid en er wordt besteld.",
    ),
    "misdeal_claims": Phrase(
        "Hands with which a misdeal may be claimed before the bidding: any of farmers_hand (no card above the ten), "
        "ace_no_face (an ace and no king, queen, jack or joker) and no_face (no king, queen, jack or joker).",
        "Mains avec lesquelles on peut demander une nouvelle donne avant les enchères, au choix parmi farmers_hand "
        "(aucune carte au-dessus du dix), ace_no_face (un as et ni roi, ni dame, ni valet, ni joker) et no_face (ni "
        "roi, ni dame, ni valet, ni joker).",
        "Handen waarmee vóór het bieden een nieuwe gift mag worden gevraagd, naar keuze uit farmers_hand (geen kaart "
        "boven de tien), ace_no_face (een aas en geen heer, vrouw, boer of joker) en no_face (geen heer, vrouw, boer "
        "of joker).",
    ),
    "misdeal_dealer": Phrase(
        "Who deals after a claimed misdeal: same (the same dealer) or next (the next dealer).",
        "Qui donne après une demande de nouvelle donne : same (le même donneur) ou next (le donneur suivant).",
        "Wie geeft nadat een nieuwe gift is gevraagd: same (dezelfde deler) of next (de volgende deler).",
    ),
    "no_trump_call": Phrase(
        "When no trump may be named: off (never), round_two (in round two) or any_round (in either round).",
        "Quand on peut nommer le jeu sans atout : off (jamais), round_two (au second tour) ou any_round (aux deux "
        "tours).",
        "Wanneer spelen zonder troef mag worden genoemd: off (nooit), round_two (in de tweede ronde) of any_round (in "
        "beide rondes).",
    ),
    "partner_order_must_be_alone": Phrase(
        "Whether the dealer's partner may order up only to play alone; needs alone true.",
        "Si le partenaire du donneur ne peut commander qu'en solo ; exige alone true.",
        "Of de maat van de deler alleen solo mag bestellen; vereist alone true.",
    ),
    "penalty": Phrase(
        "Points added to a maker who is euchred and to anyone else who stayed and took no trick.",
        "Points ajoutés au preneur écarté et à tout autre joueur resté sans faire de pli.",
        "Punten erbij voor een gezette aannemer en voor ieder ander die bleef en geen slag haalde.",
    ),
    "slam": Phrase(
        "Whether the game counts two when every losing seat still has the starting score.",
        "Si la partie compte double quand chaque place perdante a encore le score de départ.",
        "Of de partij dubbel telt als elke verliezende plaats nog de beginscore heeft.",
    ),
    "start_score": Phrase(
        "The score of every seat at the start: above target_score where penalty is an option (the game counts down), "
        "else below it.",
        "Le score de chaque place au départ : au-dessus de target_score là où penalty est une option (on décompte), "
        "sinon au-dessous.",
        "De score van elke plaats aan het begin: boven target_score waar penalty een optie is (er wordt afgeteld), "
        "anders eronder.",
    ),
    "sweep_wins": Phrase(
        "Whether a player with all five tricks, maker or not, wins the game at once.",
        "Si un joueur qui fait les cinq plis, preneur ou non, gagne aussitôt la partie.",
        "Of een speler met alle vijf de slagen, aannemer of niet, de partij meteen wint.",
    ),
    "target_score": Phrase(
        "The score that ends the game once a side has reached or passed it.",
        "Le score qui finit la partie dès qu'un camp l'a atteint ou dépassé.",
        "De score die de partij beëindigt zodra een kant die heeft bereikt of is gepasseerd.",
    ),
    "tie_break": Phrase(
        "Who wins when several single players reach the target in one deal: joint (all of them), best_joint (the best "
        "score, equal ones jointly), best_then_maker (the best score, among equals the maker if among them, else "
        "jointly) or maker_first (the maker if there, else as best_joint).",
        "Qui gagne quand plusieurs joueurs seuls atteignent le but dans la même donne : joint (tous), best_joint (le "
        "meilleur score, les égaux ensemble), best_then_maker (le meilleur score, parmi les égaux le preneur s'il en "
        "est, sinon ensemble) ou maker_first (le preneur s'il y est, sinon comme best_joint).",
        "Wie wint als meerdere losse spelers in één gift het doel bereiken: joint (allemaal), best_joint (de beste "
        "score, gelijken samen), best_then_maker (de beste score, onder gelijken de aannemer als die erbij is, anders "
        "samen) of maker_first (de aannemer als die er is, anders als best_joint).",
    ),
    "uncontested": Phrase(
        "What follows when everybody but the maker withdraws: instant_win (the maker gets all five tricks, which is a "
        "sweep for sweep_wins), five_tricks (the maker scores five tricks and no sweep) or last_must_stay (it cannot "
        "happen, the last one asked must stay; not with withdraw secret).",
        "Ce qui suit quand tous sauf le preneur se retirent : instant_win (le preneur reçoit les cinq plis, ce qui "
        "vaut pour sweep_wins), five_tricks (le preneur marque cinq plis, ce qui ne vaut pas pour sweep_wins) ou "
        "last_must_stay (cela n'arrive pas, le dernier interrogé doit rester ; pas avec withdraw secret).",
        "Wat er volgt als iedereen behalve de aannemer uitstapt: instant_win (de aannemer krijgt alle vijf de slagen, "
        "wat telt voor sweep_wins), five_tricks (de aannemer scoort vijf slagen, wat niet telt voor sweep_wins) of "
        "last_must_stay (het kan niet, de laatste die gevraagd wordt moet blijven; niet met withdraw secret).",
    ),
    "withdraw": Phrase(
        "How those who are not maker stay or withdraw: public (each sees the earlier answers), secret (the answers are "
        "shown together after the last) or off (everybody stays, nobody is asked).",
        "Comment ceux qui ne sont pas preneurs disent rester ou se retirer : public (chacun voit les réponses "
        "précédentes), secret (les réponses sont montrées ensemble après la dernière) ou off (tous restent, personne "
        "n'est interrogé).",
        "Hoe wie geen aannemer is zegt te blijven of uit te stappen: public (ieder ziet de eerdere antwoorden), secret "
        "(de antwoorden worden na het laatste samen getoond) of off (iedereen blijft, niemand wordt gevraagd).",
    ),
    "withdraw_floor": Phrase(
        "The score at or below which a player must stay; 0 bars nobody.",
        "Le score auquel ou au-dessous duquel un joueur doit rester ; 0 n'oblige personne.",
        "De score waarop of waaronder een speler moet blijven; 0 verplicht niemand.",
    ),
}
"""An option's meaning, by its name; an option means the same in every preset that has it."""
