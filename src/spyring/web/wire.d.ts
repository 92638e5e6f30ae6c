// What goes over the wire. Made by scripts/wire-types from the OpenAPI description: do not edit.

/** The form of every error; `error` may have more fields, the arguments of its sentence. */
export interface Failure {
  error: Error;
}

/** Why something was refused: an id for programs and translations, a sentence for people. */
export interface Error {
  id: string;
  text: string;
}

/** What all views share: `seat` only for a seat, `winners` only at the end; the rest is the game's. */
export interface Heading {
  game: string;
  seats: number;
  options: Record<string, string>;
  phase: string;
  active: number | null;
  waiting: Array<number>;
  seat?: number;
  winners?: Array<number>;
}

/** The first message: a ticket (without one, an onlooker), and how many events have arrived already. A `screen` shows the table to the people around it, and is not counted as an onlooker. Who `confirms` says with `shown` what has been seen of what is told only once. */
export interface Hello {
  type: "hello";
  ticket?: string;
  from?: number;
  screen?: boolean;
  confirms?: boolean;
}

/** Do this once, however often it is sent; refused if the prompt that it answers is no longer open. */
export interface Act {
  type: "act";
  id: string;
  text: string;
  prompt?: number | null;
}

/** Say this once, however often it is sent; when the game is over, perhaps about a line of it. */
export interface Say {
  type: "say";
  id: string;
  text: string;
  line?: number | null;
}

/** Lead everybody to this line of a game that is over, with these eyes; without a line, stop leading. Eyes are a seat's number, `all` for all secrets, or empty for an onlooker's. */
export interface Lead {
  type: "lead";
  id: string;
  line?: number | null;
  eyes?: string;
}

/** Change my notes: these marks (an empty one removes it), and the text if there is one here. */
export interface Note {
  type: "note";
  id: string;
  marks?: Record<string, "" | "maybe" | "no" | "yes">;
  text?: string | null;
}

/** Add this to the deal. */
export interface Contribute {
  type: "contribute";
  id: string;
  text: string;
}

/** I am back, and play my seat myself again. */
export interface Back {
  type: "back";
  id: string;
}

/** Everything up to this number has been shown: bots that wait go on, and what is told once has been. */
export interface Shown {
  type: "shown";
  number: number;
}

/** Bots wait, or go on. */
export interface Pause {
  type: "pause";
  on: boolean;
}

/** Everything that is new for one viewer: what it was told between two numbers, and its view now. */
export interface Update {
  type: "update";
  from: number;
  to: number;
  events: Array<Heard | Spoken | Took | Confirmed>;
  seat: number | null;
  view: Heading | null;
  prompt: Prompt | null;
  deadlines: Array<number | null> | null;
  table?: TableInfo;
  notes?: NotesInfo;
  more?: boolean;
}

/** What a seat may do now; `number` counts the acts of this seat, so nobody else's act makes it stale. */
export interface Prompt {
  number: number;
  legal: Array<string>;
}

/** What everybody knows about a table; the seed only when the game is over. */
export interface TableInfo {
  id: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, string>;
  phase: "archived" | "closed" | "open" | "over" | "playing";
  seats: Array<SeatInfo>;
  onlookers: number;
  clock: string;
  bot_pace: string;
  beat: string;
  watch: string;
  talk: boolean;
  listed: boolean;
  commitment: string;
  halted: boolean;
  before: string;
  imported: boolean;
  source: string;
  next: string;
  led: LedInfo | null;
  winners: Array<number> | null;
  seed: string | null;
}

/** What everybody knows about a seat. */
export interface SeatInfo {
  name: string;
  bot: string;
  taken: boolean;
  here: boolean;
  away: boolean;
  muted: boolean;
  contributed: boolean;
  stand_in: number | null;
}

/** Where a seat leads the others through a game that is over, and with whose eyes. */
export interface LedInfo {
  seat: number;
  line: number;
  eyes: string;
}

/** A seat's own notes. */
export interface NotesInfo {
  marks: Record<string, string>;
  text: string;
}

/** This was done, now or before; an update tells what it changed. */
export interface Done {
  type: "done";
  id: string;
}

/** Why something that this connection asked for was not done. */
export interface NotDone {
  type: "refused";
  id: string;
  error: Error;
}

/** A line of the game, as far as this viewer may know it. */
export interface Heard {
  actor: number | "chance";
  text: string;
}

/** Something that was said, perhaps about a line; it keeps the speaker's name whoever has the seat. */
export interface Spoken {
  seat: number;
  name: string;
  said: string;
  at: number;
  line?: number | null;
}

/** Somebody new has taken a seat in a game; `before` is the name of whoever had it. */
export interface Took {
  seat: number;
  name: string;
  before: string;
  took: number;
}

/** The viewer's own act or talk with this id is done. */
export interface Confirmed {
  done: string;
}

/** What this server offers. */
export interface About {
  version: string;
  language: string;
  clocks: Array<string>;
  bot_paces: Array<string>;
  tempers: Array<string>;
  beats: Array<string>;
  watch: Array<string>;
  games: Array<GameInfo>;
}

/** A game that can be played here. */
export interface GameInfo {
  key: string;
  title: string;
  seats: Array<number>;
  options: Array<OptionInfo>;
  bots: Array<string>;
  lesson: boolean;
  cases: boolean;
  claims: Array<ClaimInfo>;
}

/** Something that a table chooses before the game. */
export interface OptionInfo {
  key: string;
  default: string;
  examples: Array<string>;
  where: Record<string, string>;
}

/** A ready sentence that any seat may say; `topic` is its heading in a menu. */
export interface ClaimInfo {
  kind: string;
  topic: string;
  operands: Array<OperandInfo>;
}

/** A word in a claim: a seat, one of some words, or one of those that an option of the table lists. */
export interface OperandInfo {
  seat: boolean;
  words: Array<string>;
  option: string;
}

/** The table that somebody wants. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, string>;
  clock?: string;
  bot_pace?: string;
  beat?: string;
  watch?: string;
  talk?: boolean;
  listed?: boolean;
}

/** A table, the ticket of its host, and the link for everybody else. */
export interface Hosted {
  table: TableInfo;
  host: string;
  link: string;
}

/** Somebody who wants a seat: this one, or the first free one. */
export interface NewSeat {
  name: string;
  seat?: number | null;
  contribution?: string;
}

/** A seat and its ticket. */
export interface Seated {
  seat: number;
  ticket: string;
}

/** What somebody wants to be called from now on. */
export interface NewName {
  name: string;
}

/** Whether the table is waiting for the seat that asks. */
export interface Turn {
  phase: "archived" | "closed" | "open" | "over" | "playing";
  mine: boolean;
}

/** Something that was said: the number of its line in the seat's feed, and whether it has proved true. */
export interface LedgerLine {
  number: number;
  seat: number;
  text: string;
  true: boolean | null;
}

/** A bot by name. */
export interface NewBot {
  bot: string;
}

/** Whether a seat is muted. */
export interface Mute {
  muted: boolean;
}

/** Who sits where: seat n gets whoever sat at `order[n]`. */
export interface NewOrder {
  order: Array<number>;
}

/** What is played, and by how many; an option that is left out has its default. */
export interface SetUp {
  seats: number;
  options?: Record<string, string>;
  clock?: string;
  bot_pace?: string;
  beat?: string;
}

/** A one-time code for another device, and the same as a link and a QR code (SVG). */
export interface Offer {
  code: string;
  link: string;
  qr: string;
}

/** A one-time code. */
export interface Claim {
  code: string;
}

/** A ticket that has moved here: a seat's or the host's. */
export interface Claimed {
  seat: number | null;
  host: boolean;
  ticket: string;
}

/** A case: a game so far with the eyes of one seat, and the answers of its question. `about` is a seat, or what somebody may have. */
export interface CasePosition {
  key: string;
  game: string;
  seats: number;
  seat: number;
  level: string;
  about: number | string;
  answers: Array<Answer>;
  start: Heading;
  steps: Array<CaseStep>;
}

/** What may be the answer of a case: this seat is this, or has it. */
export interface Answer {
  seat: number;
  kind: string;
}

/** What the seat of a case was told at once, and its view after it. */
export interface CaseStep {
  told: Array<[number | "chance", string]>;
  view: Heading;
}

/** How sure somebody is of every answer, in their order; the shares count relatively. */
export interface CaseAnswer {
  shares: Array<number>;
}

/** Which answer is true, and the scores: of what was sent, of a good reader, and of the rules alone. `curve` has the steps that moved the good reader, and how likely the truth looked after each. */
export interface CaseSolved {
  truth: number;
  scores: Array<number>;
  read: Array<number>;
  fits: Array<number>;
  curve: Array<[number, number]>;
}

/** What the learner has done so far. */
export interface Learned {
  acts?: Array<string>;
}

/** Where the learner is: the sentence, the acts that fit, and what was told so far. */
export interface Lecture {
  seats: number;
  seat: number;
  step: number;
  steps: number;
  say: string;
  accept: Array<string>;
  after: number;
  told: Array<[number | "chance", string]>;
  view: Heading;
  scenes: Array<LessonScene>;
}

/** One thing after another that the last act led to: how much had been told by then, and the view. */
export interface LessonScene {
  told: number;
  view: Heading;
}

/** A game, as one seat or an onlooker sees it. */
export interface Replay {
  seat: number | null;
  start: Heading;
  steps: Array<Step>;
}

/** One line of a game, what the viewer was told of it, and the view after it. */
export interface Step {
  actor: number | "chance";
  text: string;
  told: Array<[number | "chance", string]>;
  view: Heading;
}

/** Who knew what when; a line is a position in the replay: the number of lines done so far. */
export interface Story {
  lines: number;
  truth: Array<Truth>;
  seats: Array<SeatStory>;
}

/** What every seat was, from this line on. */
export interface Truth {
  line: number;
  seats: Array<Array<string>>;
}

/** The game as one seat came to know it. */
export interface SeatStory {
  known: Array<Known>;
  moments: Array<Moment>;
  notes: Array<Jotted>;
}

/** What a seat could know from this line on. */
export interface Known {
  line: number;
  possible: number;
  sure: Array<number | null>;
}

/** Something that a seat saw, said or found out with this line of the game. */
export interface Moment {
  line: number;
  kind: "accusation" | "insight" | "sight";
  actor: number | "chance";
  text: string;
}

/** What a seat noted after this line of the game. */
export interface Jotted {
  line: number;
  at: number;
  marks: Record<string, string>;
  text: string | null;
}

/** The decisions of a finished game, and by name those that are worth a sentence. */
export interface Analysis {
  decisions: Array<Judged>;
  moments: Record<string, Judged>;
}

/** What a seat did after so many lines, what a bot would have done, and the chance to win with each. `shown` is how much likelier the truth about the seat looked to the others after it, and `exposed` how likely. `seen` counts the others who were told of an act that not everybody is told, such as a wink, and `card` is the one that it plays, or gets. */
export interface Judged {
  line: number;
  seat: number;
  text: string;
  better: string;
  before: number;
  after: number;
  shown: number | null;
  exposed: number | null;
  seen: number;
  card: string;
}

/** How much of something is done, from 0 to 1. */
export interface Progress {
  share: number;
}

/** How likely a seat looked to be, or to have, something: to a reader, and by the rules alone. */
export interface Belief {
  seat: number;
  kind: string;
  share: number;
  fits: number;
}

/** How many lines of a game stay as they were; with a seat, all that it was not told is dealt anew. */
export interface Onward {
  line: number;
  anew?: number | null;
}

/** The text of a game file, and whose eyes see it. */
export interface GameFile {
  file: string;
  seat?: number | null;
}

/** The text of a game file, and whose belief after how many of its lines is asked for. */
export interface BelievedFile {
  file: string;
  seat: number;
  line: number;
}

/** The text of a game file, and how many of its lines stay as they were; likewise. */
export interface OnwardFile {
  file: string;
  line: number;
  anew?: number | null;
}
