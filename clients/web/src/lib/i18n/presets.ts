import { words } from "./locale.ts";

/** What people call the presets. */
export const presetWords = words({
  en: {
    euchre: "Euchre", "euchre-benny": "Euchre with Benny", "euchre-railroad": "Railroad Euchre", "euchre-two-handed": "Euchre for two",
    "euchre-cutthroat": "Cutthroat Euchre", "euchre-auction": "Auction Euchre", buck: "Buck Euchre", "dirty-clubs": "Dirty Clubs",
    "buck-three": "Buck Euchre for three", "dirty-clubs-three": "Dirty Clubs for three", "american-belote-two": "American Belote for two",
    "american-belote-three": "American Belote for three", "american-belote-four": "American Belote for four",
  },
  fr: {
    euchre: "Euchre", "euchre-benny": "Euchre canadien", "euchre-railroad": "Euchre « Railroad »", "euchre-two-handed": "Euchre à deux mains",
    "euchre-cutthroat": "Euchre en solo", "euchre-auction": "Euchre aux enchères", buck: "Buck Euchre", "dirty-clubs": "Dirty Clubs",
    "buck-three": "Buck Euchre à trois", "dirty-clubs-three": "Dirty Clubs à trois", "american-belote-two": "Belote américaine à deux",
    "american-belote-three": "Belote américaine à trois", "american-belote-four": "Belote américaine à quatre",
  },
  nl: {
    euchre: "Euchre", "euchre-benny": "Canadees Euchre", "euchre-railroad": "Railroad Euchre", "euchre-two-handed": "Euchre voor twee",
    "euchre-cutthroat": "Euchre solo", "euchre-auction": "Euchre met bieden", buck: "Buck Euchre", "dirty-clubs": "Dirty Clubs",
    "buck-three": "Buck Euchre voor drie", "dirty-clubs-three": "Dirty Clubs voor drie", "american-belote-two": "Amerikaanse belote voor twee",
    "american-belote-three": "Amerikaanse belote voor drie", "american-belote-four": "Amerikaanse belote voor vier",
  },
});
