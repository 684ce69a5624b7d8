/** Everything of a game's fairness that anybody can check, as functions of bytes and texts. */

export { fromBase64, fromHex, fromUtf8, toHex, utf8 } from "./bytes.js";
export { actionText, cardText } from "./cards.js";
export { GENESIS, heads, nextHead, salt } from "./chain.js";
export { PRESETS, dealingOf, dealt, shuffledDeck } from "./dealing.js";
export { decode } from "./entries.js";
export { boardSeed, combinedCommitment, commitment, seedFromText } from "./seeds.js";
export { hmac, sha256 } from "./sha256.js";
export { firstDealer, permutation } from "./shuffle.js";
export { verify } from "./verifying.js";
