// The shapes that the board is handed: the view as view.py builds it, and what its parts share.

/**
 * @typedef {import("/kit/types.js").Translate} Translate
 * @typedef {import("/kit/types.js").Line} Line
 * @typedef {"cia" | "kgb" | "hippie"} Team
 * @typedef {number | "centre"} Place a seat, or the centre
 * @typedef {{card: string, up: boolean, value?: number}} Card a card as it lies in a display
 * @typedef {{of: Place, saw: Team, turn: number, moved: number, may_have_moved?: number}} Sighting
 * @typedef {{by: number, of: Place, turn: number}} Look
 * @typedef {{by: number, turn: number, of: number[]}} Exchange a Diplomat's, and the seats whose token it may have been
 * @typedef {{id: Team | "nobody", totals: {cia: number, kgb: number}}} Reason
 * @typedef {{id: "lowest", seat: number, score: number} | {id: "not-lowest", seats: number[]}} HippieReason
 */

/**
 * @typedef {object} Shown
 * @property {{memory: string}} options
 * @property {number | null} turn
 * @property {number} ends_at
 * @property {string[]} revealed
 * @property {number | null} target
 * @property {{by: number, card: string} | null} effect
 * @property {Card[][]} displays
 * @property {number} deck
 * @property {number | null} un
 * @property {Sighting[]} sightings
 * @property {Look[]} looks
 * @property {{of: Place, teams: Team[]}[]} [possible] where the table keeps the memory
 * @property {Exchange[]} [exchanges] likewise
 * @property {string | null} [offered] only for a seat, as `bullet`
 * @property {number | null} [bullet]
 */

/**
 * @typedef {object} Ended what is added when it is over
 * @property {Team[]} identities
 * @property {Team} centre
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {Reason["id"]} won_by
 * @property {[Reason, HippieReason?]} ending
 */

/**
 * @typedef {import("/wire.js").Heading & Shown & {phase: "deal" | "reveal" | "offer" | "un" | "answer" | "effect", opened?: Team[]}} Running `opened`: by seat, in a replay with all secrets open
 * @typedef {import("/wire.js").Heading & Shown & Ended & {phase: "over"}} Over
 * @typedef {Running | Over} View
 */

/**
 * What the parts of the board share; each takes what it needs.
 * @typedef {object} Shared
 * @property {View} view
 * @property {number | null} seat
 * @property {string[]} names
 * @property {Translate} t
 * @property {boolean} covered
 * @property {import("./layout.js").Layout} where
 * @property {import("./motion.js").Plan | null} moves
 * @property {number} beat
 * @property {import("./choice.js").Picks} picks
 * @property {import("./choice.js").Option[]} options
 * @property {(place: Place) => boolean} isPickable
 * @property {(place: Place) => void} onPlace
 */

export {};
