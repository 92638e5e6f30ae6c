// The shapes that the board is handed: the view as view.py builds it, and what its parts share.

/**
 * @typedef {import("/kit/types.js").Translate} Translate
 * @typedef {import("/kit/types.js").Line} Line
 * @typedef {number | "square"} Target what a seat looks at
 * @typedef {{by: number, at: number, beat: number}} Seen a wink that this seat saw
 * @typedef {{id: "hand", seats: number[]} | {id: "square"}} Reason
 * @typedef {{id: "tie", by: "counter" | "down" | "shared", level: number[], winners: number[]}} Tie
 */

/**
 * @typedef {object} Shown
 * @property {{eyes: string, bluff: string, beats: string}} options
 * @property {number | null} first
 * @property {number | null} round
 * @property {Record<string, "open" | "down" | "taken">} square
 * @property {(number | null)[]} pawns
 * @property {number[]} hand_sizes
 * @property {number[]} counter
 * @property {number[]} banned
 * @property {number[][]} face_up
 * @property {number[]} face_down
 * @property {number | null} [beat] only with eyes on the screen, as all to `winks`
 * @property {number | null} [turn_beats]
 * @property {Target[]} [looks]
 * @property {Seen[]} [winks]
 * @property {number[]} [hand] only for a seat
 */

/**
 * @typedef {object} Ended what is added when it is over
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {[Reason, Tie?]} ending
 * @property {number[][]} hands
 * @property {(Seen & {seen: number[]})[]} [all_winks] only with eyes on the screen
 */

/**
 * @typedef {import("/wire.js").Heading & Shown & {phase: "deal" | "guess" | "place", opened?: number[][]}} Running `opened`: all hands, in a replay with all secrets open
 * @typedef {import("/wire.js").Heading & Shown & Ended & {phase: "over"}} Over
 * @typedef {Running | Over} View
 * @typedef {{view: View, seat: number | null, legal: string[], names: string[], t: Translate, covered: boolean,
 *   choice: import("./choice.js").Choice | null}} Shared what the parts of the board are told
 */

export {};
