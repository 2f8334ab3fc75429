// A table from its log: what lay where after each line, as the live state says it. Only what is
// shown is kept (chips, bets, the puck, whose turn it is); what was allowed and what is paid is
// not worked out here, but read off the lines, and what was off the house says with the hand.

/**
 * @typedef {{wager: string, stake: number, state: string, called?: "on" | "off", off?: boolean,
 *   vigorish?: number, leave_up?: boolean, coupon?: number}} Bet
 */
/**
 * @typedef {{name: string, rail: number, layout: number, bets: Record<string, Bet>, owed?: number,
 *   gone?: boolean, coupon?: {wager: string, amount: number}}} Seat
 */
/**
 * @typedef {{point: number | null, shooter: number | string | null, offered: number | null, before:
 *   number | string | null, thrown: boolean, seats: Record<string, Seat>, last: any}} View
 */
/** @typedef {{event: string, body: any, seq?: number}} Line */
/** @typedef {Record<string, {states?: string[]}>} Wagers */
/**
 * Bets by seat that are off after a line and until the next entry.
 * @typedef {{after: number, bets: Record<string, string[]>}} Off
 */

/** A flat list, name and value in turn. @param {any[]} list @returns {[any, any][]} */
const pairs = (list) => Array.from({ length: list.length / 2 },
  (_, at) => [list[2 * at], list[2 * at + 1]]);

/** The table before a hand, from its `standing`. @param {any} standing @returns {View} */
export function begin(standing) {
  const books = new Map(pairs(standing.books ?? []));
  const seats = pairs(standing.seats ?? []).map(([number, seat]) => [
    String(number), begun(seat, number, books),
  ]);
  const point = Number(standing.context);
  const hands = standing.hands ?? {};
  return {
    point: Number.isInteger(point) ? point : null,
    shooter: hands.holder ?? null,
    offered: hands.offered ?? null,
    before: hands.before ?? null,
    thrown: standing.thrown ?? false,
    seats: Object.fromEntries(seats),
    last: null,
  };
}

/** @param {any} seat @param {number} number @param {Map<string, number>} books @returns {Seat} */
function begun(seat, number, books) {
  const bets = pairs(seat.bets ?? []).map(([name, bet]) => [name, lying(bet)]);
  return trimmed({
    name: seat.name ?? "",
    rail: books.get(`rail-${number}`) ?? 0,
    layout: books.get(`layout-${number}`) ?? 0,
    bets: Object.fromEntries(bets),
    owed: seat.owed,
    gone: seat.gone,
    coupon: seat.coupon && { wager: seat.coupon[0], amount: seat.coupon[1] },
  });
}

/** @param {any} bet @returns {Bet} */
const lying = ({ wager, stake, state, called, charged, leave_up, coupon }) =>
  trimmed({
    wager, stake, state: state ?? "up", called: called ?? undefined, vigorish: charged, leave_up,
    coupon,
  });

/** Without what is not there: nothing owed, no call. @template T @param {T} value @returns {T} */
function trimmed(value) {
  const said = Object.entries(value).filter(([key, each]) =>
    each !== undefined
      && each !== null
      && (each || !["owed", "gone", "vigorish", "leave_up", "coupon"].includes(key)));
  return /** @type {any} */ (Object.fromEntries(said));
}

/**
 * @param {View} view @param {number | string} number @param {Partial<Seat>} change @returns {View}
 */
const withSeat = (view, number, change) => ({
  ...view,
  seats: { ...view.seats, [number]: trimmed({ ...view.seats[number], ...change }) },
});

/** @param {View} view @param {number | string} number @returns {View} */
function without(view, number) {
  const seats = { ...view.seats };
  delete seats[number];
  return { ...view, seats };
}

/** @param {View} view @param {any} body @param {string} name @param {Bet | null} bet */
function withBet(view, { seat }, name, bet) {
  const others = { ...view.seats[seat].bets };
  delete others[name];
  const bets = bet === null ? others : { ...view.seats[seat].bets, [name]: trimmed(bet) };
  return withSeat(view, seat, { bets });
}

/** A place that somebody left goes with its last chip. @param {View} view @param {any} body */
function cleared(view, { seat: number }) {
  const seat = view.seats[number];
  const empty = seat && seat.gone && !Object.keys(seat.bets).length && !seat.rail && !seat.owed;
  return empty ? without(view, number) : view;
}

const down = (view, body) => withBet(view, body, body.wager, null);

/** A coupon stays where a void bet was. @param {View} view @param {any} body @returns {View} */
function voided(view, body) {
  const { coupon: amount, wager } = body;
  const after = down(view, body);
  return amount ? withSeat(after, body.seat, { coupon: { wager, amount } }) : after;
}

/** @param {View} view @param {any} body @param {Wagers} wagers @returns {View} */
function bet(view, body, wagers) {
  const before = view.seats[body.seat].bets[body.wager];
  const start = wagers[body.wager]?.states?.length ? "" : "up";
  const from = "coupon" in body ? withSeat(view, body.seat, { coupon: undefined }) : view;
  return withBet(from, body, body.wager, {
    ...(before ?? { wager: body.wager, state: body.state ?? start }),
    stake: body.stake,
    vigorish: (before?.vigorish ?? 0) + (body.charge ?? 0),
    leave_up: body.leave_up ?? before?.leave_up,
    coupon: body.coupon ?? before?.coupon,
  });
}

/** @param {View} view @param {any} body @returns {View} */
function moved(view, body) {
  const was = view.seats[body.seat].bets[body.wager];
  const gone = body.now === body.wager ? view : down(view, body);
  return withBet(gone, body, body.now, { ...was, state: body.state });
}

/**
 * Once a point is set, no call outlasts its come-out.
 * @param {View} view @param {any} body @returns {View}
 */
function roll(view, body) {
  const point = body.point ?? null;
  const seats = view.point === null && point !== null ? mapped(view.seats, uncalled) : view.seats;
  return { ...view, point, seats, thrown: false, last: { dice: body.dice } };
}

/** The same keys, each value changed. @param {any} values @param {(value: any) => any} change */
const mapped = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** @param {Seat} seat @returns {Seat} */
const uncalled = (seat) => ({
  ...seat,
  bets: mapped(seat.bets, ({ called: _, ...rest }) => rest),
});

/** @param {View} view @param {any} body @returns {View} */
function sit(view, body) {
  const before = view.seats[body.seat];
  if (before) return withSeat(view, body.seat, { gone: false, name: body.name ?? before.name });
  return withSeat(view, body.seat, { name: body.name ?? "", rail: 0, layout: 0, bets: {} });
}

/** @param {View} view @param {any} body @returns {View} */
function leave(view, body) {
  const stays = Object.keys(view.seats[body.seat].bets).length > 0;
  const after = stays ? withSeat(view, body.seat, { gone: true }) : without(view, body.seat);
  return Object.keys(after.seats).length
    ? after
    : { ...after, thrown: false, shooter: null, offered: null };
}

/** @param {View} view @param {any} body @returns {View} */
function reduce(view, body) {
  const was = view.seats[body.seat].bets[body.wager];
  const vigorish = (was.vigorish ?? 0) - (body.refund ?? 0);
  return withBet(view, body, body.wager, { ...was, stake: body.stake, vigorish });
}

const changed = (view, body, change) =>
  withBet(view, body, body.wager, { ...view.seats[body.seat].bets[body.wager], ...change });

/** @type {Record<string, (view: View, body: any, wagers: Wagers) => View>} */
const APPLY = {
  sit,
  leave,
  bet,
  reduce,
  roll,
  remove: down,
  wins: down,
  loses: down,
  void: voided,
  moves: moved,
  call: (view, body) => changed(view, body, { called: body.button ?? undefined }),
  coupon: (view, body) => changed(withSeat(view, body.seat, { coupon: undefined }), body,
    { coupon: body.amount }),
  offer: (view, body) => ({ ...view, shooter: null, offered: body.offered, before: body.before }),
  accept: (view, body) => (
    { ...view, shooter: body.dealer ? "dealer" : body.seat, offered: null, alone: false }),
  alone: (view, body) => ({ ...view, alone: body.on }),
  decline: (view, body) => ({ ...view, ...declined(view, body) }),
  pass: (view, body) =>
    ({ ...view, shooter: body.holder ?? null, offered: body.offered, before: body.seat }),
  throw: (view) => ({ ...view, thrown: true }),
  "no-roll": (view) => ({ ...view, thrown: false }),
  "no-more-bets": (view) => ({ ...view, thrown: true }),
  shake: (view, body) => ({ ...view, thrown: false, last: { dice: body.dice } }),
  "no-shake": (view) => ({ ...view, thrown: false }),
  "no-deal": (view) => ({ ...view, thrown: false }),
  deal: (view, body) =>
    ({ ...view, thrown: false, last: { cards: { player: body.player, banker: body.banker } } }),
  draw: (view, { hand, card }) => {
    const cards = view.last?.cards;
    return { ...view, last: { cards: { ...cards, [hand]: [...(cards?.[hand] ?? []), card] } } };
  },
  result: (view, body) => ({
    ...view, last: { ...view.last, player: body.player, banker: body.banker, winner: body.winner },
  }),
  vigorish: (view, body) =>
    (body.owed === undefined ? view : withSeat(view, body.seat, { owed: body.owed })),
  collect: (view, body) => withSeat(view, body.seat, { owed: 0 }),
};

/** Who has the dice when they are declined: whoever had them, if all were asked for a line bet. */
function declined(view, body) {
  if ("alone" in body) return { shooter: view.before, offered: null, alone: body.alone };
  if ("holder" in body) return { shooter: body.holder, offered: null };
  return { shooter: null, offered: body.offered ?? null };
}

/** The chips that a line moved. @param {View} view @param {any} body @returns {View} */
function paid(view, { moves }) {
  let after = view;
  for (const [from, to, cents] of moves ?? []) {
    for (const [account, amount] of [[from, -cents], [to, cents]]) {
      const [place, number] = account.split("-");
      const seat = after.seats[number];
      if (seat && (place === "rail" || place === "layout")) {
        after = withSeat(after, number, { [place]: seat[place] + amount });
      }
    }
  }
  return after;
}

/**
 * The table after a line of its log.
 * @param {View} view @param {Line} line @param {Wagers} [wagers] of the catalogue
 * @returns {View}
 */
export function after(view, { event, body }, wagers = {}) {
  const apply = APPLY[event];
  const stood = apply ? apply(view, body, wagers) : view;
  const now = paid(stood, body);
  return body.seat === undefined ? now : cleared(now, body);
}

/**
 * The table after each line; the first is the table before them all. A trial that was entered
 * wrongly is taken back by a line that says how many lines above it are as if they had not been.
 * @param {any} standing @param {Line[]} lines @param {Wagers} [wagers] @param {Off[]} [off]
 * @returns {View[]}
 */
export function replay(standing, lines, wagers = {}, off = []) {
  const views = [begin(standing)];
  for (const line of lines) {
    const before = /** @type {View} */ (views.at(-1));
    const back = line.event === "correct" ? views.at(-1 - line.body.lines) : undefined;
    const thrown = line.body.closed ?? back?.thrown;
    views.push(back ? { ...back, thrown } : after(before, line, wagers));
  }
  const first = (lines[0]?.seq ?? 1) - 1;
  const said = (/** @type {number} */ seq) => off.findLast((each) => each.after <= seq)?.bets;
  return views.map((view, at) => marked(view, said(first + at) ?? {}));
}

/**
 * A view with the bets marked that are off.
 * @param {View} view @param {Record<string, string[]>} off
 */
function marked(view, off) {
  const seats = { ...view.seats };
  for (const [number, names] of Object.entries(off).filter(([each]) => seats[each])) {
    const bets = { ...seats[number].bets };
    for (const name of names) if (bets[name]) bets[name] = { ...bets[name], off: true };
    seats[number] = { ...seats[number], bets };
  }
  return { ...view, seats };
}
