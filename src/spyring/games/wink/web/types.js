// The shapes that the board is handed: the view as view.py builds it, and what its parts share.

/**
 * @typedef {(key: string, args?: Record<string, any>) => string} Translate
 * @typedef {[number | "chance", string]} Line
 * @typedef {number | "square"} Target what a seat looks at
 * @typedef {{by: number, at: number, beat: number}} Seen a wink that this seat saw
 * @typedef {{seats: number, options: {eyes: string, bluff: string, beats: string}, phase: "deal" | "guess" | "place" | "over",
 *   first: number | null, active: number | null, waiting: number[], round: number | null, square: Record<string, "open" | "down" | "taken">,
 *   pawns: (number | null)[], hand_sizes: number[], counter: number[], banned: number[], face_up: number[][], face_down: number[],
 *   beat?: number | null, turn_beats?: number | null, looks?: Target[], winks?: Seen[], seat?: number, hand?: number[],
 *   scores: number[], winners: number[], ending: any[], hands: number[][], all_winks?: (Seen & {seen: number[]})[]}} View
 *   looks and winks only with eyes on the screen, a hand only for a seat, the last five only when it is over
 * @typedef {{view: View, seat: number | null, legal: string[], names: string[], t: Translate, covered: boolean,
 *   choice: import("./choice.js").Choice | null}} Shared what the parts of the board are told
 */

export {};
