// The contract of all boards: what the page hands them.

/**
 * @typedef {import("/texts.js").Translate} Translate
 * @typedef {import("/link.js").Line} Line who, and the text of what was done
 */

/**
 * @template View
 * @typedef {object} BoardProps
 * @property {View} view of this game: `wire.d.ts` has what all views begin with
 * @property {number | null} seat null for an onlooker
 * @property {string[]} legal the acts that may be sent now
 * @property {(text: string) => void} act
 * @property {string[]} names by seat
 * @property {string} [table] what this device may remember a choice by; not given in lessons and replays
 * @property {import("/link.js").Told[]} [told] everything that was told to this seat until now
 * @property {string[][] | null} [first] once it is over: what every seat was at first, in the words of the board's `truth`
 * @property {Record<string, string>} [marks] what this seat has marked in its notes
 * @property {Translate} t the game's words
 * @property {Line[]} events what led from the last view to this one; other events are another scene, and cut the last one short
 * @property {number} [lasts] how long this scene is shown, in ms: motion fits into it; 0: nothing moves; not given: as long as the board likes
 * @property {boolean} [showing] the film has not reached the present
 * @property {boolean} quiet without motion
 * @property {boolean} hidden secrets are covered ...
 * @property {boolean} peek ... but for as long as this is held
 * @property {boolean} screen the big screen of a room
 * @property {(name: string) => void} sound
 */

export {};
