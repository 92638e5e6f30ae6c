// The shapes that the board is handed: the view as view.py builds it, and what its parts share.

/**
 * @typedef {number | "centre"} Place a seat, or the centre
 * @typedef {(key: string, args?: Record<string, any>) => string} Translate
 * @typedef {[number | "chance", string]} Line
 * @typedef {{card: string, up: boolean, value?: number}} Card a card as it lies in a display
 * @typedef {{of: Place, saw: string, turn: number, moved: number}} Sighting
 * @typedef {{by: number, of: Place, turn: number}} Look
 * @typedef {{seats: number, options: {memory: string}, phase: string, turn: number | null, active: number | null, waiting: number[], ends_at: number,
 *   revealed: string[], target: number | null, effect: {by: number, card: string} | null, displays: Card[][], deck: number,
 *   un: number | null, sightings: Sighting[], looks: Look[], seat?: number, offered?: string | null, bullet?: number | null,
 *   identities: string[], centre: string, scores: number[], winners: number[], won_by: string, ending: any[]}} View
 *   the last six only when it is over
 * @typedef {{view: View, seat: number | null, names: string[], t: Translate, covered: boolean, where: import("./layout.js").Layout,
 *   moves: import("./motion.js").Plan | null, beat: number, picks: import("./choice.js").Picks, options: import("./choice.js").Option[],
 *   isPickable: (place: Place) => boolean, onPlace: (place: Place) => void, [more: string]: any}} Props
 *   what the parts of the board share; each takes what it needs
 */

export {};
