// The shapes that the board is handed: the view as view.py builds it.

/**
 * @typedef {import("/texts.js").Translate} Say
 * @typedef {import("/link.js").Line} Line
 * @typedef {{at: string, gain: number, scores: boolean}} Reach where an agent would end, and what that would bring
 * @typedef {{id: "farthest" | "nobody", agents: string[], points: number}
 *   | {id: "dossier", seat: number, agent: string, right: number, points: number}} Reason
 * @typedef {Record<string, number | null>} Dossier by agent its owner; null: nobody's
 */

/**
 * @typedef {object} View
 * @property {number} seats
 * @property {Record<string, string>} options
 * @property {"deal" | "roll" | "move" | "cards" | "dossier" | "safe" | "over"} phase
 * @property {number | null} active
 * @property {number[]} waiting
 * @property {string | null} roll
 * @property {string} safe
 * @property {Record<string, string>} agents by agent its building
 * @property {Record<string, number>} scores
 * @property {string[]} arrived
 * @property {Record<string, number> | null} would_score
 * @property {number} [seat] only for a seat, as `me`, `hand` and `dossier`
 * @property {string | null} [me]
 * @property {Record<string, Reach[]>} [reach] by agent and points; only for who moves
 * @property {number[]} [hand_sizes] only with Top Secret cards, as all to `hand`
 * @property {number} [pile]
 * @property {string[]} [discard]
 * @property {number | null} [go]
 * @property {number | null} [passes]
 * @property {string[]} [hand]
 * @property {number[]} [written] only with dossiers, as all to `dossiers`
 * @property {Dossier | null} [dossier]
 * @property {(Dossier | null)[]} [dossiers] when it is over, as all that follow
 * @property {Record<string, number | null>} owners
 * @property {number[]} winners
 * @property {Reason[]} ending
 */

export {};
