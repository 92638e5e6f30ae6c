// The shapes that the board is handed: the view as view.py builds it.

/**
 * @typedef {import("/kit/types.js").Translate} Say
 * @typedef {import("/kit/types.js").Line} Line
 * @typedef {{at: string, gain: number, scores: boolean}} Reach where an agent would end, and what that would bring
 * @typedef {{agents: Record<string, string>, scores: Record<string, number>, safe: string, would_score: Record<string, number> | null}} Planned
 *   what a card would change, and what would score if nobody played on
 * @typedef {{id: "farthest" | "nobody", agents: string[], points: number}
 *   | {id: "dossier", seat: number, agent: string, right: number, points: number}} Reason
 * @typedef {Record<string, number | null>} Dossier by agent its owner; null: nobody's
 */

/**
 * @typedef {object} Shown
 * @property {string | null} roll
 * @property {string} safe
 * @property {Record<string, string>} agents by agent its building
 * @property {Record<string, number>} scores
 * @property {string[]} arrived
 * @property {Record<string, number> | null} would_score
 * @property {boolean} decided the game ends with this turn (H20)
 * @property {string | null} [me] only for a seat, as `hand` and `dossier`
 * @property {Record<string, Reach[]>} [reach] by agent and points; only for who moves
 * @property {number[]} [hand_sizes] only with Top Secret cards, as all to `hand`
 * @property {number} [hand_limit] with so many cards a hand is full (H33)
 * @property {number} [pile]
 * @property {string[]} [discard]
 * @property {number | null} [go]
 * @property {number | null} [passes]
 * @property {string[]} [hand]
 * @property {Record<string, Planned>} [plays] by the text of a play; only for whose go it is
 * @property {number[]} [written] only with dossiers, as `dossier` and `dossiers`
 * @property {Dossier | null} [dossier]
 */

/**
 * @typedef {object} Ended what is added when it is over
 * @property {(Dossier | null)[]} [dossiers]
 * @property {Record<string, number | null>} owners
 * @property {number[]} winners
 * @property {Reason[]} ending
 */

/**
 * @typedef {import("/wire.js").Heading & Shown & {phase: "deal" | "roll" | "move" | "cards" | "dossier" | "safe", opened?: (string | null)[]}} Running `opened`: by seat its agent, in a replay with all secrets open
 * @typedef {import("/wire.js").Heading & Shown & Ended & {phase: "over"}} Over
 * @typedef {Running | Over} View
 */

export {};
