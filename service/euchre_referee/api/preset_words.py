"""The presets in words: who plays, with what cards, how trump is made, what wins (RULES 2)."""

from typing import Final

from euchre_referee.api.phrases import Phrase

PRESET_SUMMARIES: Final = {
    "euchre": Phrase(
        "Four players in pairs, 24 cards (nine to ace), five each: the turned suit is ordered up or another one is "
        "named, and the maker's side needs three tricks. The maker may play alone; the first side with 10 points wins.",
        "Quatre joueurs par paires, 24 cartes (du neuf à l'as), cinq chacun : on commande la couleur retournée ou on "
        "en nomme une autre, et le camp du preneur doit faire trois plis. Le preneur peut jouer en solo ; le premier "
        "camp à 10 points gagne.",
        "Vier spelers in paren, 24 kaarten (negen tot en met aas), ieder vijf: de omgedraaide kleur wordt besteld of "
        "een andere wordt genoemd, en de kant van de aannemer heeft drie slagen nodig. De aannemer mag solo spelen; de "
        "eerste kant met 10 punten wint.",
    ),
    "euchre-benny": Phrase(
        "Euchre with the joker as highest trump, 25 cards. When the joker is turned up, the dealer names a suit "
        "without having seen the hand, is the maker and takes the joker.",
        "L'euchre avec le joker comme plus fort atout, 25 cartes. Quand le joker est retourné, le donneur nomme une "
        "couleur sans avoir vu sa main, il est le preneur et prend le joker.",
        "Euchre met de joker als hoogste troef, 25 kaarten. Wordt de joker omgedraaid, dan noemt de deler een kleur "
        "zonder de hand gezien te hebben; hij is de aannemer en neemt de joker.",
    ),
    "euchre-railroad": Phrase(
        "Euchre with the joker, 25 cards, in which a lone maker may discard a card for one that the partner gives, and "
        "a defender may play alone too. Points beyond the target are carried to the next game, and a game counts two "
        "if the losers still have the starting score.",
        "L'euchre avec le joker, 25 cartes, où le preneur en solo peut se défausser d'une carte pour en recevoir une "
        "de son partenaire, et où un défenseur peut aussi jouer en solo. Les points au-delà du but sont reportés à la "
        "partie suivante, et la partie compte double si les perdants ont encore le score de départ.",
        "Euchre met de joker, 25 kaarten, waarin een solo spelende aannemer een kaart mag wegleggen voor een die zijn "
        "maat geeft, en ook een tegenspeler solo mag spelen. Punten boven het doel gaan mee naar de volgende partij, "
        "en een partij telt dubbel als de verliezers nog de beginscore hebben.",
    ),
    "euchre-two-handed": Phrase(
        "Two players, 20 cards (ten to ace), ten each and no turn-up: first names a suit or passes, then the dealer "
        "must name one. The maker needs six of the ten tricks, all ten are a march; 10 points win.",
        "Deux joueurs, 20 cartes (du dix à l'as), dix chacun, sans carte retournée : le premier nomme une couleur ou "
        "passe, puis le donneur doit en nommer une. Le preneur doit faire six des dix plis, les dix font une marche ; "
        "10 points gagnent.",
        "Twee spelers, 20 kaarten (tien tot en met aas), ieder tien en geen omgedraaide kaart: de eerste noemt een "
        "kleur of past, daarna moet de deler er een noemen. De aannemer heeft zes van de tien slagen nodig, alle tien "
        "zijn een mars; 10 punten winnen.",
    ),
    "euchre-cutthroat": Phrase(
        "Three players, 24 cards (nine to ace), five each: trump is made as in Euchre and the maker always plays "
        "against the other two together. A march scores 3 and a euchre gives each defender 2; 10 points win.",
        "Trois joueurs, 24 cartes (du neuf à l'as), cinq chacun : l'atout se fait comme à l'euchre et le preneur joue "
        "toujours contre les deux autres ensemble. Une marche vaut 3 et un preneur écarté donne 2 à chaque défenseur ; "
        "10 points gagnent.",
        "Drie spelers, 24 kaarten (negen tot en met aas), ieder vijf: troef wordt gemaakt als bij Euchre en de "
        "aannemer speelt altijd tegen de twee anderen samen. Een mars telt 3 en een gezette aannemer geeft elke "
        "tegenspeler 2; 10 punten winnen.",
    ),
    "euchre-auction": Phrase(
        "Five players, 25 cards with the joker, five each: in one auction of 2 to 5 tricks the highest bidder becomes "
        "maker, names the trump, and calls an ace, whose holder is the partner unknown to the others, or plays alone. "
        "A made bid scores for maker and partner, a failed one for each opponent; 10 points win.",
        "Cinq joueurs, 25 cartes avec le joker, cinq chacun : dans une seule enchère de 2 à 5 plis le plus offrant "
        "devient preneur, nomme l'atout et appelle un as, dont le détenteur est le partenaire inconnu des autres, ou "
        "joue en solo. Une enchère réussie compte pour le preneur et son partenaire, une enchère manquée pour chaque "
        "adversaire ; 10 points gagnent.",
        "Vijf spelers, 25 kaarten met de joker, ieder vijf: in één bieding van 2 tot 5 slagen wordt de hoogste bieder "
        "aannemer, noemt de troef en roept een aas, waarvan de houder de voor de anderen onbekende maat is, of speelt "
        "solo. Een gehaald bod telt voor aannemer en maat, een mislukt bod voor elke tegenstander; 10 punten winnen.",
    ),
    "buck": Phrase(
        "Four players, each alone, 24 cards (nine to ace), five each, counting down from 25 to 0: each trick takes off "
        "a point, while a maker with fewer than three tricks, or anyone else who stayed and took none, gets 5 more. A "
        "turned club is trump at once without a maker; otherwise everybody but the maker may withdraw, and all five "
        "tricks win the game.",
        "Quatre joueurs, chacun pour soi, 24 cartes (du neuf à l'as), cinq chacun, en décomptant de 25 à 0 : chaque "
        "pli retire un point, mais le preneur à moins de trois plis, ou tout autre joueur resté sans faire de pli, en "
        "reçoit 5. Un trèfle retourné est aussitôt atout, sans preneur ; sinon chacun sauf le preneur peut se retirer, "
        "et les cinq plis gagnent la partie.",
        "Vier spelers, ieder voor zich, 24 kaarten (negen tot en met aas), ieder vijf, aftellend van 25 naar 0: elke "
        "slag gaat er een punt af, maar een aannemer met minder dan drie slagen, of een ander die bleef en er geen "
        "haalde, krijgt er 5 bij. Omgedraaide klaveren zijn meteen troef, zonder aannemer; anders mag iedereen behalve "
        "de aannemer uitstappen, en alle vijf de slagen winnen de partij.",
    ),
    "dirty-clubs": Phrase(
        "Buck Euchre for four from 20 to 0 with an auction: unless a club is turned, each player once passes or bids 1 "
        "to 5 tricks. The highest bidder is the maker, names the trump, may exchange a card for the turn-up, and needs "
        "the bid.",
        "Le Buck Euchre à quatre, de 20 à 0, avec une enchère : sauf si un trèfle est retourné, chacun passe ou "
        "annonce une fois 1 à 5 plis. Le plus offrant est le preneur, nomme l'atout, peut échanger une carte contre la "
        "carte retournée et doit faire son enchère.",
        "Buck Euchre voor vier van 20 naar 0 met een bieding: tenzij klaveren wordt omgedraaid, past of biedt ieder "
        "één keer 1 tot 5 slagen. De hoogste bieder is de aannemer, noemt de troef, mag een kaart ruilen voor de "
        "omgedraaide kaart en moet zijn bod halen.",
    ),
    "buck-three": Phrase(
        "Buck Euchre for three, from 15 to 0, with a dead hand of five cards that nobody sees. A player at 5 or below "
        "may not withdraw.",
        "Le Buck Euchre à trois, de 15 à 0, avec une main morte de cinq cartes que personne ne voit. Un joueur à 5 ou "
        "moins ne peut pas se retirer.",
        "Buck Euchre voor drie, van 15 naar 0, met een dode hand van vijf kaarten die niemand ziet. Een speler op 5 of "
        "lager mag niet uitstappen.",
    ),
    "dirty-clubs-three": Phrase(
        "Dirty Clubs, Buck Euchre with an auction of 1 to 5 tricks, for three from 15 to 0 with a dead hand of five "
        "cards that nobody sees. A player at 5 or below may not withdraw.",
        "Dirty Clubs, le Buck Euchre avec une enchère de 1 à 5 plis, à trois de 15 à 0 avec une main morte de cinq "
        "cartes que personne ne voit. Un joueur à 5 ou moins ne peut pas se retirer.",
        "Dirty Clubs, Buck Euchre met een bieding van 1 tot 5 slagen, voor drie van 15 naar 0 met een dode hand van "
        "vijf kaarten die niemand ziet. Een speler op 5 of lager mag niet uitstappen.",
    ),
    "american-belote-two": Phrase(
        "Two players, 32 cards (seven to ace), five each: the turned suit is trump, and in two passes it is ordered or "
        "the turn-up is taken. The maker needs three tricks; if nobody is maker the deal is played all the same; 5 "
        "points win.",
        "Deux joueurs, 32 cartes (du sept à l'as), cinq chacun : la couleur retournée est atout, et en deux tours on "
        "la commande ou on prend la carte retournée. Le preneur doit faire trois plis ; sans preneur la donne se joue "
        "quand même ; 5 points gagnent.",
        "Twee spelers, 32 kaarten (zeven tot en met aas), ieder vijf: de omgedraaide kleur is troef, en in twee rondes "
        "wordt zij besteld of wordt de omgedraaide kaart genomen. De aannemer heeft drie slagen nodig; zonder aannemer "
        "wordt de gift toch gespeeld; 5 punten winnen.",
    ),
    "american-belote-three": Phrase(
        "American Belote for three, 32 cards (seven to ace), five each: trump is made as with two players, and the "
        "maker plays against the other two together. A euchred maker gives each of them the points; 5 points win.",
        "La belote américaine à trois, 32 cartes (du sept à l'as), cinq chacun : l'atout se fait comme à deux, et le "
        "preneur joue contre les deux autres ensemble. Un preneur écarté donne les points à chacun d'eux ; 5 points "
        "gagnent.",
        "American Belote voor drie, 32 kaarten (zeven tot en met aas), ieder vijf: troef wordt gemaakt als met twee "
        "spelers, en de aannemer speelt tegen de twee anderen samen. Een gezette aannemer geeft elk van hen de punten; "
        "5 punten winnen.",
    ),
    "american-belote-four": Phrase(
        "American Belote for four in pairs, 32 cards (seven to ace), five each: whoever takes in round one makes the "
        "turned suit trump and may exchange a card for the turn-up; in round two another suit is named. The maker may "
        "play alone and a euchre gives the opponents 3; 10 points win.",
        "La belote américaine à quatre par paires, 32 cartes (du sept à l'as), cinq chacun : qui prend au premier tour "
        "fait atout de la couleur retournée et peut échanger une carte contre la carte retournée ; au second tour on "
        "nomme une autre couleur. Le preneur peut jouer en solo et, écarté, donne 3 aux adversaires ; 10 points "
        "gagnent.",
        "American Belote voor vier in paren, 32 kaarten (zeven tot en met aas), ieder vijf: wie in de eerste ronde "
        "neemt, maakt de omgedraaide kleur troef en mag een kaart ruilen voor de omgedraaide kaart; in de tweede ronde "
        "wordt een andere kleur genoemd. De aannemer mag solo spelen en geeft, gezet, de tegenstanders 3; 10 punten "
        "winnen.",
    ),
}
"""A preset's summary, by its name; figures are the defaults of its options."""
