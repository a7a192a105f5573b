// Made from the server's structs by `python -m controller.console.page_types`: change those, not this.

/** A sentence in every language, by the language's code. */
export type Words = Record<string, string>;

/** A place on the board where a piece may stand. */
export interface Spot {
  name: string;
  x: number;
  y: number;
  look: string;
  sign: string;
  way: number | null;
  fill: string;
  ink: string;
}

/** A piece on the board; a golem stays in sight where it fell. */
export interface PieceView {
  name: string;
  owner: string;
  spot: string;
  mark: string;
  text: Words;
  heading: number | null;
  strength: number | null;
  ghost: boolean;
  golem: string;
  facing: string;
  side: string;
  lives: number | null;
  carries: boolean;
  alive: boolean;
  figure: string;
}

/** A legal move. */
export interface ChoiceView {
  move: string;
  origin: string | null;
  target: string | null;
  heading: number | null;
}

/** A token that lies on the mat. */
export interface Token {
  kind: string;
  spot: string;
}

/** What is on the board, whose turn it is and what is legal. */
export interface PlayView {
  shape: string;
  spots: Spot[];
  pieces: PieceView[];
  players: Record<string, Words>;
  turn: string | null;
  choices: ChoiceView[];
  last: string[];
  facts: Words[];
  strengths: string[];
  faces: string[];
  sounds: string[];
  throws: number;
  mat: string;
  tokens: Token[];
  threats: Record<string, string[]>;
  programmed: Record<string, Words>;
  writers: Words;
  automatic: boolean;
}

/** How far a player is with laying cards. How many, never which. */
export interface HandView {
  cards: number;
  rows_laid: number;
  complete: boolean;
  problems: Words[];
  lanes: string[];
}

/** What happened in one row, and why. */
export interface RowStory {
  round: number;
  row: number;
  sentences: Words[];
  golems: (string | null)[];
}

/** Something that people at the table should know or do now. */
export interface Notice {
  code: string;
  severity: string;
  text: Words;
  facts: Words;
}

/** A robot's health. */
export interface RobotView {
  name: string;
  link: string;
  battery_v: number | null;
  reason: string;
  why: Words | null;
  told: Record<string, unknown> | null;
  plays: string;
}

/** How far a goal is from being reached. */
export interface GoalLeft {
  what: string;
  n: number;
  text: Words;
}

/** What a side must do to win. */
export interface TaskGoal {
  side: string;
  goal: string;
  cell: string | null;
  text: Words;
  left: GoalLeft | null;
}

/** The scenario or puzzle that is played, as a game's state gives it and as screens show it. */
export interface PlayedTask {
  kind: string;
  goals: TaskGoal[];
  key: string;
  name: Words;
  story: Words;
  idea: Words | null;
  conditions: Words[];
  plays: string[] | null;
  number: number | null;
  count: number | null;
  tries: number;
  solved: number[];
  verdict: Words[];
}

/** The commitment to a locked row, and what opens it once the row is revealed. */
export interface RowLock {
  sum: string;
  salt: string | null;
  cards: string[] | null;
}

/** What golems have shown of a row that they act out. */
export interface ActingView {
  play: PlayView;
  told: string[];
  sentences: number[] | null;
}

/** A camera that watches the table: whether its pictures are kept, and how well it sees. */
export interface CameraView {
  name: string;
  recording: string;
  exposure: string;
  lens: string;
  lens_rms_px: number | null;
  lens_days: number | null;
}

/** The whole picture. ``sequence`` grows by one with every change. */
export interface View {
  sequence: number;
  game: string;
  phase: string;
  paused: boolean;
  estopped: boolean;
  round: number;
  row: number;
  energy: number | null;
  energy_max: number | null;
  lives_max: number;
  play: PlayView;
  programs: Record<string, (string | null)[]>;
  bonus: Record<string, string | null>;
  hands: Record<string, HandView>;
  story: RowStory[];
  notices: Notice[];
  robots: RobotView[];
  winners: string[] | null;
  reason: string;
  may: string[];
  table: Words;
  seats: Words;
  language: string;
  sounds: boolean;
  names: Words;
  idle: string[];
  said: Record<string, number[]>;
  task: PlayedTask | null;
  trays: boolean;
  locks: Record<string, RowLock[]>;
  recharge: number[];
  acting: ActingView | null;
  screen: boolean;
  begins: string[];
  cameras: CameraView[];
}

/** What a table's page must know before its first view. */
export interface TableSetup {
  language: string;
  languages: Record<string, string>;
  key_needed: boolean;
  alive_s: number;
  buttons: string[][];
  lays_for: string[];
  stop_port: number | null;
  stop_address: string;
  next_game: boolean;
}

/** A player's own cards. */
export interface HandMessage {
  player: string;
  asked: boolean;
  rows: string[][];
  supply: Record<string, number>;
  all_rows: boolean;
  ready: boolean;
  problems: Record<string, string>[];
}

/** A useful next card for a player; nothing is missing where there is none. */
export interface HintMessage {
  row: number | null;
  card: string | null;
  instead: boolean;
}

/** Where a golem goes back to. */
export interface UndoneGolem {
  name: string;
  cell: string;
  heading: string;
}

/** A row, move or throw before which the game can go back. */
export interface UndoStep {
  round: number;
  row: number;
  rows: number;
  golems: UndoneGolem[];
}

/** What can be undone. */
export interface UndoView {
  steps: UndoStep[];
}

/** What is known of the cameras beside the view. */
export interface CamerasMessage {
  latency_s: number | null;
}

/** A record of a game. */
export interface RecordSummary {
  id: string;
  game: string;
  title: Record<string, string>;
  written: number;
  steps: number;
  over: boolean;
  screen: boolean;
  problem: Record<string, string> | null;
  open: boolean;
  names: string[];
}

/** The records of a table. */
export interface RecordsView {
  records: RecordSummary[];
}

/** Who looks at the page: what a page must know before anything else. */
export interface Visitor {
  language: string;
  languages: Record<string, string>;
  facilitator: boolean;
  seats: [string, string][];
}

/** What players may choose for a game beside who plays: some words, whole numbers, or both. */
export interface ChoiceOffer {
  key: string;
  words: string[];
  low: number | null;
  high: number | null;
}

/** Something that has a number of its own. */
export interface PartValue {
  key: string;
  words: Record<string, string>;
  usual: number;
}

/** What players may say of a game at length: names for each player, or a number for each of some things. */
export interface PartOffer {
  key: string;
  values: PartValue[];
}

/** A game that can be played. */
export interface GameKind {
  name: string;
  title: Record<string, string>;
  players: string[][];
  names: Record<string, Record<string, string>>;
  strengths: string[];
  scenarios: string[];
  automatic: boolean;
  cards: boolean;
  choices: ChoiceOffer[];
  parts: PartOffer[];
  places: string[];
  bots: boolean;
  dice: "" | "screen" | "real";
}

/** A scenario or a puzzle that can be chosen. */
export interface TaskChoice {
  key: string;
  name: Record<string, string>;
  story: Record<string, string>;
  players: string[];
  idea: string;
  size: string;
  balance: Record<string, string>;
  more_tokens: string[];
  lying: Record<string, string>;
}

/** All that can be played without a table. */
export interface Catalogue {
  games: GameKind[];
  ways: string[];
  rules: string[];
  boards: string[];
  scenarios: TaskChoice[];
  puzzles: TaskChoice[];
  table: boolean;
}

/** A puzzle in the class overview. */
export interface ClassPuzzle {
  key: string;
  number: number;
  name: Record<string, string>;
  idea: string;
}

/** How far a child came with a puzzle. */
export interface PuzzleResult {
  puzzle: string;
  tries: number;
  rounds: number;
  cards: number;
  least: boolean;
}

/** A child, by the nickname under which puzzles were played on this computer. */
export interface Pupil {
  name: string;
  results: PuzzleResult[];
  records: number;
}

/** What each child has solved. */
export interface ClassOverview {
  puzzles: ClassPuzzle[];
  pupils: Pupil[];
}

/** A game that is open at this front door. */
export interface GameSummary {
  id: string;
  game: string;
  title: Record<string, string>;
  phase: string;
  round: number;
  over: boolean;
  players: string[];
  here: string[];
  phones: string[];
}

/** A table with devices: a process of its own. */
export interface TableSummary {
  id: string;
  name: string;
  address: string;
  state: string;
  told: string;
}

/** What is going on in the lobby. */
export interface LobbyView {
  games: GameSummary[];
  records: RecordSummary[];
  tables: TableSummary[];
  table_files: string[];
}

/** A seat that is played on a phone. */
export interface SeatView {
  player: string;
  address: string;
  taken: boolean;
}

/** What everybody may watch. */
export interface WatchView {
  games: GameSummary[];
  tables: TableSummary[];
}

/** A step of a game that is seen again. */
export interface ReplayStep {
  kind: string;
  round: number;
  row: number;
  at_s: number;
}

/** A record that can be seen again. */
export interface ReplayView {
  id: string;
  game: string;
  title: Record<string, string>;
  steps: ReplayStep[];
  cameras: string[];
}

/** A file to print. */
export interface PrintDocument {
  name: string;
  title: string;
  pages: number;
}

/** A step of the set-up. */
export interface SetupStep {
  name: string;
  done: boolean;
}

/** Something that the set-up has found, and if it is not good what to do. */
export interface SetupFinding {
  code: string;
  good: boolean;
  text: Record<string, string>;
}

/** A camera of this computer. */
export interface SetupCamera {
  address: string;
  name: string;
}

/** The camera's lens. */
export interface SetupLens {
  file: string | null;
  sure_mm: number | null;
  good: boolean;
  measuring: boolean;
  taken: number;
  wanted: number;
  say: Record<string, string> | null;
  problem: Record<string, string> | null;
}

/** A robot that was found. */
export interface SetupRobot {
  address: string;
  name: string;
  golem: string | null;
  problem: Record<string, string> | null;
  learned: Record<string, string> | null;
}

/** Where a table that is being set up stands. */
export interface SetupView {
  steps: SetupStep[];
  name: string;
  language: string | null;
  board: string;
  boards: string[];
  players: number;
  colours: string[];
  printed: boolean;
  card_mm: number | null;
  print_findings: SetupFinding[];
  camera: string | null;
  cameras: SetupCamera[];
  camera_open: boolean;
  findings: SetupFinding[];
  tops: SetupFinding[];
  lens: SetupLens;
  robots: SetupRobot[];
  assigned: Record<string, string>;
  problem: Record<string, string> | null;
  written: string | null;
}

/** A step of the rules, or something that has a name: with its picture. */
export interface RuleEntryView {
  key: string;
  heading: Record<string, string>;
  text: Record<string, string>;
  picture: string;
}

/** The rules of a game for people who want to play it. */
export interface RulebookView {
  game: string;
  title: Record<string, string>;
  aim: Record<string, string>;
  picture: string;
  steps: RuleEntryView[];
  legend_title: Record<string, string>;
  legend: RuleEntryView[];
}

/** The games that have rules to read, and who reads them. */
export interface RulebookIndex {
  language: string;
  languages: Record<string, string>;
  games: Record<string, Record<string, string>>;
}
