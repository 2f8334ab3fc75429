// The messages of the server, as docs/protocol.md and docs/formats.md describe them: their only
// description for the pages. Types only; nothing here is served. Amounts are whole cents.

export type Role =
  | "player" | "dealer" | "stickperson" | "boxperson" | "floorperson" | "surveillance"
  | "instructor" | "administrator";

/** A number that need not be whole: as a fraction, and rounded for people. */
export interface Exactly { exact: string; decimal: string; /** Of a share. */ percent?: string }

/** What went wrong, or is not allowed: for programs, for people, by which clauses. */
export interface Problem {
  code: string; detail: string; instead?: string; clauses?: string[];
  /** The path of the process that has the table, where it is another. */ at?: string;
}

// The catalogue

export interface InstrumentSeen { key: string; module: string | null }

/** A game under a rule set: its beginning is the same in the list and in the catalogue. */
export interface GameNamed {
  rules: string; game: string; name: string; citation: string; later: string;
  digest: string;
  instrument: InstrumentSeen; puck: boolean;
  /** The module that shows the puck. */ marker: string | null;
  /** Whether there is a demonstration for newcomers. */ first_hand: boolean;
}

export interface Ruleset extends GameNamed {
  wagers: number;
  /** How the game plays, in a line. */ about: string;
  /** Where a small drawing of it is. */ drawing: string | null;
  /** The heading under which it is listed. */ family: string;
  /** Its word for a trial. */ noun: string;
  /** Whether it has a crew. */ crewed: boolean;
}

export interface Pays { odds: string; when?: string; share?: string }

/**
 * What there is to know of a wager, without figures that are there in words, too; an instrument
 * adds what shows its own outcomes.
 */
export interface Wager {
  name: string; label: string; spot: string; number?: number; kind: string;
  /** The label in the box of its number, if that is another. */ short_label?: string;
  one_roll?: boolean; travels?: boolean;
  /** Of odds, the wager they stand behind. */ behind?: string;
  /** For odds, how many times that bet they may be: "3-4-5x". */ multiples_text?: string;
  /** The two wagers that it is put down as, if it is. */ put_down_as?: string[];
  /** What it gathers. */ states?: string[];
  table?: string;
  /** When a new bet wins and loses. */ plain: string;
  pays: Pays[]; /** With the rate of vigorish. */ pays_text: string;
  /** Its chance to win; of odds, by the number of their bet, where that makes a difference. */
  win?: Exactly; win_on?: Record<string, Exactly>; win_text?: string;
  /** The charge in words, and its rate. */ vigorish?: string; vig_rate?: string;
  /** Per bet made. */ edge_percent?: string; edge_text?: string;
  /** With fractions that are too long for the other. */ edge_exact_text?: string;
  limits_text?: string;
  when: string; working?: string; control: string; clause: string; borrowed?: string;
  /** Whether no regulation has it. */ experimental?: boolean;
}

export interface Spot { spot: string; wagers: string[] }

export interface Area {
  title: string; spots: Spot[]; /** Whether its wagers are outside the regulation. */
  experimental?: boolean;
}

/** Who may do something, by which clauses, and for which reasons, where one must be given. */
export interface Authority { roles: Role[]; clauses: string[] }
export interface ReasonedAuthority extends Authority { reasons: string[] }

/** A reason for which a trial is void; without roles, it is so by itself. */
export interface VoidReason { key: string; words: string; roles: Role[] | null; clauses: string[] }

/**
 * Who of the crew may call what; null: it is not done in this game. What one instrument has of its
 * own is added beside that instrument.
 */
export interface Procedure {
  noun: string; void: VoidReason[]; order: ReasonedAuthority | null;
  correct: ReasonedAuthority | null;
  /** All of these must agree. */ late: Authority | null;
  verbal: Authority | null; /** Who confirms a call. */ calls: Authority | null;
  coupons: { wagers: string[]; clauses: string[] } | null;
  closing_words: string | null;
  /** The steps of the long form, where the house elects it. */ steps: Step[] | null;
}

/** A step of the long form, and who makes it; `words` with {number} and the like. */
export interface Step extends Authority {
  key: string; words: string; named: "" | "seats" | "number" | "marker"; wagers: string[];
}

/** A step that is to be entered before the next trial, with what it names. */
export interface DueStep {
  step: string; words: string; number?: number; count?: number; seats?: number[];
}

export interface Catalogue extends GameNamed {
  format: 1; felt: string | null; thing: string; trial: string; noun: string; seats: number;
  pay_unit: number; areas: Area[]; /** The posted multiple. */ odds: string | null;
  inscriptions: { words: string; clauses: string[] }[];
  wagers: Record<string, Wager>;
  /** Bets that have moved to their number, by name. */
  moved: Record<string, { wager: string; name: string }>;
  law: Record<string, { citation: string; words: string }>;
  procedure: Procedure;
}

// The table

/** A bet as it lies there; what is left out is not there. */
export interface Bet {
  wager: string; stake: number; state: string; off?: true; called?: "on" | "off";
  vigorish?: number; leave_up?: true; coupon?: number;
}

export interface Coupon { wager: string; amount: number }

export interface Seat {
  name: string; rail: number; layout: number; bets: Record<string, Bet>; owed?: number;
  gone?: true; coupon?: Coupon;
}

export type Holder = number | "dealer";

export interface Pledge { hash: string; seeds: Record<string, string>; trials: number }

/** What lies on the table. An instrument adds what is seen of its own state. */
export interface State {
  point: number | null; shooter: Holder | null; offered: number | null; thrown: boolean;
  pledge?: Pledge; due?: DueStep[]; seats: Record<string, Seat>;
}

/** What has changed: a seat that is null is empty now. */
export type StateChange = Omit<State, "seats"> & { seats: Record<string, Seat | null> };

/** A trial as everybody saw it: what is in it is its instrument's. */
export type Trial = object;

/**
 * What lies on the table of the last trial; what is in it is its instrument's. `old`: there was a
 * throw since that is not over, or did not count.
 */
export type Lying = Trial & { old?: true };

/** A line of the lobby. */
export interface Summary {
  table: string; name: string; rules: string; game: string; kind: "automatic" | "staffed";
  clock: number | null; limits: { min: number; max: number | null }; seats: number;
  seated: number; point: number | null; recent: Trial[]; stopped: string | null;
  /** Null where another process runs the table. */ watching: number | null;
  /** Which process runs it, in a list; null for none. */ process?: string | null;
  /** How often a process took it. */ epoch?: number;
  /** Whether it has wagers outside the regulation. */ experimental?: boolean;
}

/** A process that serves the house. */
export interface HouseProcess { process: string; tables: number; since: string; lease_s: number }

/** What a game shows of earlier trials, in a sentence; a game adds its own. */
export interface Score { text: string }

export interface Snapshot extends Summary {
  watching: number;
  seq: number; head: string; digest: string; score: Score | null; shown: Lying | null;
  state: State;
}

/** Whoever the connection belongs to. */
export interface Somebody {
  watching?: undefined; person: number; name: string; roles: Role[]; seat: number | null;
  purse: number; last: number;
}

/** Whoever only looks on. */
export interface Watcher {
  watching: true; person?: number; name?: undefined; roles?: undefined; seat?: undefined;
  purse?: undefined; last?: undefined;
}

export type You = Somebody | Watcher;

// The log

/** From one account to another, so many cents. */
export type Move = [from: string, to: string, cents: number];

interface OfSeat { seat: number; moves?: Move[] }
interface OfBet extends OfSeat { wager: string }
/** Odds come down `with` a bet; `barred`, `reduced`: it may not be put back, or raised, now. */
interface OfChange extends OfBet {
  refund?: number; with?: string; barred?: [string, string]; reduced?: true;
}

/** A trial that was taken back, with what it had shown: an instrument adds that. */
export interface Corrected {
  trial: string; reason: string; lines: number; point?: number | null; closed?: boolean;
  moves?: Move[];
}

/** What is in the line of an event. An instrument adds its own. */
export interface Bodies {
  open: {
    rules: string; game: string; decks?: number;
    /** What is drawn from, clockwise, where it goes round. */ rim?: string[];
  };
  sit: OfSeat & { name: string; rail: number };
  leave: OfSeat & { rail: number; bets: string[] };
  bet: OfChange & { amount: number; stake: number; charge?: number; leave_up?: boolean };
  remove: OfChange & { stake: number };
  reduce: OfChange & { by: number; stake: number };
  call: OfChange & { working: boolean };
  wins: OfBet & {
    stake: number; paid: number; returned: number; coupon?: number; charge?: number;
  };
  loses: OfBet & { stake: number; /** Of a bet that loses in part. */ returned?: number };
  void: OfBet & { stake: number };
  moves: OfBet & { stake: number; now: string; state: string };
  vigorish: OfBet & { charge: number; owed?: number };
  collect: OfSeat & { amount: number; owed: number };
  tell: { to: string; count: number; bets?: object };
  correct: Corrected;
  commit: { hash: string };
  seed: { seat: number; seed: string };
  reveal: { hash: string; seed: string; trials: number };
  withdraw: { reason: string };
}

/** What any line may have. */
export interface Body {
  seat?: Holder | null; wager?: string; moves?: Move[]; command?: { do: string };
}

/** A line of the log as it is sealed. */
export interface SealedLine<Event extends string = string> {
  seq: number; at: string; actor: string; event: Event; clauses: string[]; prev: string;
  /** Who entered it; a log of an earlier version does not say. */ by?: string;
  /** Public ids, in the first line. */ house?: string; table?: string;
  hash: string; body: Event extends keyof Bodies ? Body & Bodies[Event] : Body;
}

/** With the sentence for it, which is not sealed. */
export interface Line<Event extends string = string> extends SealedLine<Event> { text: string }

export interface Lines { lines: SealedLine[]; text: string[]; next: number | null; head: number }

/** A head of a log that everybody may know, and when it was published. */
export interface PublishedHead { seq: number; hash: string; at: string }

export interface PublishedHeads { heads: PublishedHead[]; next: number | null }

// What is said

/** The least, the most, the step, and the code of what one step more would meet. */
export type Range = [least: number, most: number, step: number, limit?: string];

/** Yes; yes, for these amounts; or no, for the reason at that place. */
export type May = true | Range | number;

export type Why = [code: string, detail: string, clauses: string[]];

export interface Up { remove: May; reduce: May; on: May; off: May; coupon: May }

/** The commands that a quick bet stands for now; or why there are none. */
export interface QuickBet {
  key: string; name: string; typed: string; commands?: Command[]; why?: string;
}

/** What a seat may do now. What would be empty is left out. */
export interface Legal {
  seat: number | null; bet?: Record<string, May>; up?: Record<string, Up>;
  do?: Record<string, May>;
  /** Bets that are up and do not stand as a new one does. */
  standing?: Record<string, { plain: string; win?: Exactly; win_text?: string }>;
  /** Quick bets, in the order of their buttons. */ quick?: QuickBet[];
  leave_up?: string[]; bound?: string[]; not_offered?: string[];
  /** The bets that make the maximum odds. */ max_odds?: [wager: string, cents: number][];
  /** The house goes on by itself, with this verb, in so many seconds. */
  goes_on?: true; goes_on_with?: string; goes_on_in?: number;
  crew?: Record<string, May>; why?: Why[];
}

/** A verb and its keys. */
export interface Command {
  do: string; seat?: Holder; wager?: string; amount?: number; by?: number; working?: boolean;
  leave_up?: boolean; confirmed_by?: Role[]; [key: string]: unknown;
}

/** A bet, as a command. */
export interface BetCommand extends Command { wager: string; amount: number }

export interface Done {
  re: number | null; ok: true; seq?: number; to?: number; again?: true; refusal?: undefined;
  /** Commands that take it back; bets of which no earlier change can be taken back now. */
  undo?: Command[]; final?: string[];
}

export interface NotDone {
  re: number | null; ok: false; refusal: Problem; seq?: undefined; to?: undefined;
  again?: undefined; undo?: undefined; final?: undefined;
}

/** What is answered to a command. */
export type Answer = Done | NotDone;

/** What waits: a bet, or a call of one, which has no amount. */
export interface WaitingCommand extends Command { wager: string; seat: number }

/** A bet or a call that waits for the word of the crew. */
export interface WaitingBet {
  waiting: number; command: WaitingCommand; clauses: string[];
  /** Who gave the word for it, and whose is still needed. */ word: Role[]; missing: Role[];
}

export interface EndedBet {
  waiting: number; command: WaitingCommand; clauses: string[];
  why: "made" | "no-bet" | "too-late" | "refused" | "replaced";
}

export interface Hello {
  format: 1; you: You; snapshot: Snapshot; lines?: SealedLine[]; text?: string[];
  error?: Problem; waiting?: WaitingBet[]; missed?: Missed;
  /** Of the last trial. */ results?: Results;
}

/** What happened in the lines that were missed, and that in a sentence. */
export interface Missed { trials: number; taken_back: number; net?: number; text: string }

/** The result of a bet: its line has the reason. `net` is `win` less `vigorish`. */
export interface BetResult {
  bet: string; name: string; result: "won" | "lost" | "even" | "push" | "returned" | "moved";
  stake: number; line: number; win?: number; vigorish?: number; net: number;
  /** What it is called now that it has moved. */ now?: string;
  /** The reason in words. */ why?: string;
}

/** A bet that stands because it is off. */
export interface OffBet { bet: string; name: string; stake: number; why: string }

/** Sentences about a seat: the total, and everything. */
export interface ResultText { brief: string; text: string }

/** What trials did to the chips of a seat, and vigorish `taken`, `marked` and `collected`. */
export interface SeatResult extends Partial<ResultText> {
  net: number; bets?: BetResult[]; taken?: number; marked?: number; collected?: number;
  off?: OffBet[];
  /** In the second person. */ to_player?: ResultText;
}

/** By seat. */
export type Results = Record<string, SeatResult>;

/** An action of the page itself, parsed from a typed line. */
export interface TypedAction {
  action: string; wager?: string; amount?: number | null; on?: boolean; text?: string;
}

export type Typed =
  | { commands: Command[] } | TypedAction | { unclear: string; instead?: string };

/** What is answered to a question. */
export interface Answers {
  legal: { seq: number; seat: number | null; legal: Legal };
  me: { you: You };
  snapshot: { snapshot: Snapshot };
  typed: { seat: number | null; typed: Typed };
  staging: object;
}

/** Lines added to the log; the score, if it has changed. */
export interface NewLines {
  lines: SealedLine[]; text: string[]; seq: number; score?: Score | null; state: StateChange;
  /** What lies on the table, if it has changed. */ shown?: Lying | null;
  /** With a trial, or one that is taken back. */ results?: Results;
  /** With a trial that has moments. */ moments?: Moment[];
}

/** A moment: the line of its trial, its key, and a few words. */
export interface Moment { line: number; kind: string; text: string }

/** Every message of the server. */
export type Message =
  | Hello
  | NewLines
  | { answers: Answer[] }
  | Answer
  | { seq: number; seat: number | null; legal: Legal; you?: You }
  | { waiting: WaitingBet[]; ended?: EndedBet[] }
  | { closing: true }
  | { error: Problem }
  | { stopped: string };

// Over HTTP

export interface SeatTaken { table: string; name: string; rail: number; bets: number }

export interface Person {
  id: number; kind: "guest" | "account" | "walk-in"; name: string; login: string | null;
  roles: Role[]; created: string; purse: number; at_tables: number; seats: SeatTaken[];
  top_up: number; opened: string[];
  /** What is brought to the next table if no amount is named. */ sits_with: number;
}

export interface Session {
  id: number; created: string; expires: string; seen: string; agent: string; current: boolean;
}

export interface Transfer {
  number: number; cents: number; why: string; at: string; table: string | null; name: string;
  line: number | null;
}

export interface House {
  name: string; chips: number; sits_with: number; roles: Role[];
  kinds: string[]; limits: Record<string, number>;
  rules: { rules: string; name: string; games: string[] }[];
}

/** Somebody's part in a hand. */
export interface HandPart {
  table: string; name: string; hand: number; seat: number; first: number; last: number;
  ended: string; before: number; after: number; brought: number; staked: number; won: number;
  lost: number; vigorish: number; net: number;
}

/** A result beside what the odds predict for it, in cents; `deviation` is that of the luck. Null
 * where a hand cannot be replayed. */
export interface Luck {
  net: number; expected?: Exactly | null; luck?: Exactly | null; deviation?: string | null;
}
export interface HandLuck extends Luck { table: string; hand: number; first: number; seat: number }
export interface LuckList { hands: HandLuck[]; total: Luck; next: string | null }

/** The pledge before a hand, as stored, including what is not public. */
export interface StoredPledge { hash: string; seeds?: [number, string][]; trials?: number }

/** The state of the instrument before a hand, as it is stored: each adds its own. */
export interface StoredKit { [kind: string]: unknown }

/** The table before a hand, as it is stored. */
export interface Standing { pledge?: { Pledge: StoredPledge } | null; kit?: StoredKit | null }

/** A hand to replay. */
export interface Hand {
  table: string; hand: number; began: string; parts: HandPart[]; standing: Standing;
  lines: SealedLine[]; text: string[]; start: State | null; states: (StateChange | null)[] | null;
  score: Score | null; scores: (Score | null)[] | null; next: number | null;
  /** What lies on the table after a line, and until the next entry. */
  shown: { after: number; shown: Lying | null }[] | null;
  /** What each line brought the chips of each seat. */ nets: (Record<string, number> | null)[];
  /** The clause of each line that decides. */ leads: (string | null)[];
}

export interface Meter {
  decided: number; handle: number; win: number; theoretical: Exactly; difference: Exactly;
  deviations: string | null;
}

export interface TableMeter extends Meter {
  drop: number; trials: number; hold: Exactly | null; rules: string; game: string;
  wagers: Record<string, Meter>;
}

export interface Meters {
  tables: Record<string, TableMeter>;
  house: Meter & { drop: number; hold: Exactly | null };
}

export type Status =
  "enforced" | "recorded" | "shown" | "asserted" | "own" | "physical" | "open";

export interface ClauseNamed {
  id: string; citation: string; section: string; kind: string; status: Status; words: string;
}

export interface ReadingNamed { id: string; title: string; standing: string; clauses: string[] }

export interface Loan { rules: string; borrowed: string; where: string[] }

/** A page of clauses; `found` is how many there are in all. */
export interface ClauseList { clauses: ClauseNamed[]; found: number; next: string | null }

export interface Clause extends ClauseNamed {
  edition: string; later: string; games: string[]; where: string[]; tests: string[];
  reason: string | null; readings: (ReadingNamed & { text: string })[]; borrowed?: string;
  lent?: Loan[]; previous: string | null; next: string | null;
}

export interface Reading extends ReadingNamed {
  text: string; sources: Record<string, string>; where: string[];
}

/** A line of the sheet of exact figures. */
export interface Figures {
  name: string; wager: string; clause: string; pays: string; clauses: string[];
  edge_per_bet_made: string; edge_per_bet_decided: string; edge_per_roll: string; p_win: string;
  p_lose: string; p_push: string; rolls_to_decide: string; variance: string;
  edge_per_outlay?: string; table?: string; borrowed?: string;
  vig?: { rate: string; base: string; when: string };
  continuous?: object; points?: Record<string, string>;
  with_odds?: {
    multiple: string; edge: string; mean_total_wager: string;
    decimals: { mean_total_wager: string }; percents: { edge: string };
  }[];
  /** Shares as percentages. */
  percents: Record<string, string> & {
    continuous?: { working_share: string; edge_per_roll: string };
  };
  /** Every fraction as a decimal. */
  decimals: Record<string, string> & {
    continuous?: { working_share: string; edge_per_roll: string };
  };
}

export interface Sheet {
  rules: string; game: string; wagers: Figures[];
  project_defaults?: { words: string; clauses: string[] }[];
}

/** A gaming guide. */
export interface GuideTable {
  caption: string; head: string[]; rows: string[][]; clauses: string[];
}

export interface GuideSection {
  title: string; items: { text: string; clauses: string[] }[]; tables: GuideTable[];
}

export interface GuideWager {
  key: string; name: string; plain: string; pays: string; win: Exactly | null;
  edge: Exactly | null; when: string; changes: string; limits: string; clause: string;
}

export interface Guide {
  format: 1; rules: string; game: string; title: string; citation: string;
  later: string;
  sections: GuideSection[]; wagers: { title: string; wagers: GuideWager[] }[];
}

/** An event of a first hand: as in a log, and not sealed. */
export type ShownEvent = Pick<Line, "seq" | "event" | "actor" | "body" | "clauses" | "text">;

/** A step of a first hand: the table, and what the button leads to. */
export interface FirstHandStep {
  text: string; spot: string | null; plain: string; state: State; button: string;
  events: ShownEvent[]; results: Results; shown: Lying | null;
}

export interface FirstHand {
  format: 1; rules: string; game: string; seat: number; steps: FirstHandStep[];
}

/** A list that comes in pages. */
export interface TableList { tables: Summary[]; next: string | null }
export interface HandList { hands: HandPart[]; next: string | null }
export interface TransferList { transfers: Transfer[]; next: number | null }
export interface PersonList { people: Person[]; next: number | null }

/** A link that gives a role once. */
export interface Invitation { token: string; role: Role; link: string }

export interface Comparison { differences: Difference[] }

export interface Difference {
  matter: string; wagers: string[]; left: { value: string; clauses: string[] };
  right: { value: string; clauses: string[] };
}

// The school

export type Asked =
  | "payments" | "order" | "works"
  | "legal" | "call" | "valid" | "commission" | "press" | "count" | "card" | "mistakes";

export interface Skill {
  skill: string; what: string; asked: Asked; seconds: number; wagers: string[];
}

export interface DrillBet {
  seat: number; bet: string; wager: string; amount: number; working?: boolean; called?: string;
  state?: string;
}

/** The outcome of a trial; an instrument adds what it draws. */
export interface Resting { happened: string; asks?: string; words?: string }

/** What is drawn for a question: a table, and words. */
export interface DrawnQuestion {
  asked: string; words: string; seconds: number;
  /** Where the game stands, if the question does not say it. */ where: string;
  table: {
    point: number | null; bets: DrillBet[]; procedure?: number;
    /** Wagers that are up and charged when they win, and how a payment says it. */
    charges: Record<string, "vigorish" | "marks">;
  };
  state: State; shown: Trial | null;
  /** Where the trial came to rest, as its instrument draws it. */
  resting?: Resting;
}

/** A question for dealers; its kind determines its keys. */
export interface DrillQuestion extends DrawnQuestion {
  skill: string; seed: number; rules: string; game: string; asked: Asked;
  what: string; how: string; house?: object;
  hands?: Record<string, string[]>; third?: string;
  steps?: { line: number; words: string; kind: string }[];
  /** What is seen at each step, and what can be wrong in one. */
  frames?: { state: State; shown: Trial | null }[];
  wrong?: { what: string; words: string; money: boolean }[];
  /** Calls to choose from. */ choices?: string[];
  /** Reasons to choose from, where one is to be given with a no. */
  reasons?: { clause: string; words: string }[];
}

export type Duty = "bets" | "calls" | "payments" | "rulings";

/** Something to do at a practice table; what it is about is in `given`. */
export interface PracticeTask extends DrawnQuestion {
  number: number; duty: Duty; asked: Asked | "requests"; hints: string[];
  given: {
    requests?: { request: number; seat: number; words: string }[]; choices?: string[];
    resting?: Resting;
  };
}

/** Something done wrong there; `off_by`: what the player got too much. */
export interface PracticeFault {
  task: number; round: number; kind: string; what: string; clauses: string[];
  seat: number | null; bet: string | null; off_by: number;
}

export interface PracticeScore {
  tasks: number; right: number; cost: number; owed: number;
  kinds: { kind: string; what: string; count: number; cost: number; owed: number }[];
}

export interface PracticeSetting {
  seed?: number; players: number; duties: Duty[]; hints: "before" | "after" | "off";
  timed: boolean; rounds: number;
}

/** A practice table; its task is null once the session is over. */
export interface Practice extends Omit<PracticeSetting, "players"> {
  practice: string; rules: string; game: string; seed: number; round: number; said: string[];
  /** How each bets, by seat. */ players: Record<string, string>;
  task: PracticeTask | null; score: PracticeScore; faults: PracticeFault[];
}

/** A session that is kept; `ended` is null while it goes on. */
export interface PracticeSummary {
  practice: string; rules: string; game: string; begun: string; ended: string | null; seed: number;
  rounds: number; round: number; tasks: number; right: number; cost: number; owed: number;
}

export interface PracticeGrade {
  number: number; right: boolean; seconds: number; faults: PracticeFault[];
  answer: Record<string, unknown> | null;
  why: { clauses: string[]; reckon: string } | null; next: Practice;
}

export interface DrillMistake {
  what: string; clauses: string[]; reckon: string; seat: number | null; bet: string | null;
  due: number | null; given: number | null; off_by: number | null;
}

export interface DrillGrade {
  right: boolean; mistakes: DrillMistake[]; answer: Record<string, unknown>;
  why: { clauses: string[]; reckon: string }; /** When it is asked again. */ due: string | null;
}

export interface SittingMarks {
  sitting: number; begun: string; ended: string | null; right: number | null;
  count: number | null; passed: boolean | null; seconds: number | null;
  /** Right answers and questions. */ skills: Record<string, [number, number]>;
  head: string | null;
}

export interface TestOfClass {
  test: number; name: string; count: number; minutes: number | null; pass_mark: string;
  sittings: number; created: string; withdrawn: string | null; taken: SittingMarks[];
}

export interface SchoolClass {
  school_class: number; name: string; instructor: string; created: string; closed: string | null;
  own: boolean; teaches: boolean; link: string | null; tests: TestOfClass[];
  members: { person: number; name: string; joined: string }[];
}

export interface ClassList { may_teach: boolean; classes: SchoolClass[] }
export interface ClassName { name: string; instructor: string }
export interface ReadyTest { name: string; file: string }

export interface CoursePart {
  rules: string; game: string; house: object; skills: { skill: string; what: string }[];
}

export interface LessonSummary {
  lesson: number; title: string; skills: number; learned: number | null;
}

export interface Lesson {
  lesson: number; of: number; title: string; text: string[]; parts: CoursePart[];
  wagers: { name: string; plain: string; pays: string; edge: string | null; clause: string }[];
  examples: {
    skill: string; seed: number; rules: string; game: string; house: object; what: string;
    bets: string[]; words: string; reckon: string; clauses: string[];
  }[];
}

export interface CheckedTest {
  name: string; count: number; minutes: number | null; pass_mark: string; fixed: boolean;
  parts: { rules: string; game: string; count: number; skills: Skill[] }[];
}

export interface TestResults {
  test: TestOfClass; school_class: number; class_name: string;
  people: { person: number; name: string; sittings: SittingMarks[] }[];
  skills: Record<string, [number, number]>; what: Record<string, string>;
}

/** A sitting as it stands: its open question, or its answers. */
export interface SittingState {
  marks: SittingMarks; test: number; name: string; person: number; taken_by: string; own: boolean;
  count: number; minutes: number | null; pass_mark: string; ends: string | null; now: string;
  number: number | null; question: DrillQuestion | null;
  answers: {
    number: number; skill: string; what: string; words: string; bets: string[]; right: boolean;
    seconds: number; given: Record<string, unknown>; answer: Record<string, unknown>;
    mistakes: string[]; clauses: string[]; reckon: string;
  }[];
}

export interface SkillProgress {
  skill: string; correct: number; asked: number; due: string | null; recall: number | null;
}
