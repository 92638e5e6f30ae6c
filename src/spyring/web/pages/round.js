// Several people round one device: a curtain between them, and behind it only who has lifted it.

import { remember, visit } from "/device.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "/dom.js";
import { Link } from "/link.js";
import { Play } from "/pages/play.js";
import { announce, Bar, hush, LanguageChoice, ThemeButton, tell } from "/parts/frame.js";
import { setTitle } from "/parts/notice.js";
import { namesOf, SeatBadge } from "/parts/seats.js";
import { sound } from "/sound.js";
import { t } from "/texts.js";

const LINGER = 1200; // to see what one has done; always as long, so that it tells nothing
const STEADY = 500; // a second tap on what the curtain covers must not lift it

/** @param {Link[]} links in the order of their seats, from the one after `seat` on */
function after(links, /** @type {number} */ seat) {
  const number = (/** @type {Link} */ link) => link.seat.value ?? 0;
  return links.toSorted(
    (a, b) => Number(number(a) <= seat) - Number(number(b) <= seat) || number(a) - number(b),
  );
}

/**
 * @param {{info: import("/wire.js").TableInfo, board: import("/games.js").Board, words: import("/texts.js").Translate, sit: () => void}} props
 */
export function Round({ info, board, words, sit }) {
  const [links, setLinks] = useState(() =>
    (visit(info.id)?.round ?? []).map(({ ticket }) => new Link(info.id, ticket)),
  );
  const [up, setUp] = useState(/** @type {Link | null} */ (null));
  const last = useRef(-1);
  const every = useRef(links);
  every.current = links;
  useEffect(
    () => () => {
      hush();
      for (const link of every.current) link.end();
    },
    [],
  );

  // A seat that went to another device is not ours any more.
  const gone = links.find((link) => link.refusal.value?.id === "void-ticket");
  useEffect(() => {
    if (!gone) return;
    gone.end();
    const rest = visit(info.id)?.round?.filter(({ ticket }) => ticket !== gone.ticket) ?? [];
    remember({ id: info.id, round: rest, ticket: rest[0]?.ticket });
    setLinks(links.filter((link) => link !== gone));
    if (up === gone) setUp(null);
  }, [gone]);
  const refusal = up?.refusal.value;
  useEffect(() => {
    if (refusal && refusal.id !== "void-ticket") tell(refusal.message);
  }, [refusal]);

  const names = namesOf(info);
  for (const link of links) link.film.watched = link === up;
  useLayoutEffect(() => {
    for (const link of links) link.film.use(board);
  }, [links, board]);
  const here = links.filter((link) => link.seat.value !== null && link.view.value !== null);
  const wanted = (/** @type {Link} */ link) =>
    link.seat.value !== null && Boolean(link.view.value?.waiting.includes(link.seat.value));
  const busy = up !== null && (wanted(up) || up.film.behind.value > 0);
  const next = busy
    ? null
    : (after(here, up?.seat.value ?? last.current).find((link) => link !== up && wanted(link)) ?? null);

  const lower = () => {
    if (up) last.current = up.seat.value ?? -1;
    hush();
    setUp(null);
  };
  useEffect(() => {
    if (!up || !next) return undefined;
    const timer = setTimeout(lower, LINGER);
    return () => clearTimeout(timer);
  }, [up, next]);

  if (up === null)
    return html`<${Curtain} title=${words("title")} names=${names} here=${after(here, -1)} next=${next} lift=${setUp} />`;
  return html`<${Play} key=${up.ticket} link=${up} info=${info} board=${board} words=${words} sit=${sit} lower=${lower} />`;
}

/** @param {{title: string, names: string[], here: Link[], next: Link | null, lift: (link: Link) => void}} props */
function Curtain({ title, names, here, next, lift }) {
  const nameOf = (/** @type {Link} */ link) => names[link.seat.value ?? 0];
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [steady, setSteady] = useState(false);
  const line = next ? t("round.pass", { name: nameOf(next) }) : t("round.wait");
  useEffect(() => {
    place.current?.focus();
    const timer = setTimeout(() => setSteady(true), STEADY);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    announce(line);
    setTitle(title);
    if (next) sound("turn");
  }, [line]);
  const raise = (/** @type {Link} */ link) => () => {
    if (steady) lift(link);
  };
  return html`<${Bar} title=${html`<p class="table-title">${title}</p>`}><${LanguageChoice} /><${ThemeButton} /><//>
    <main id="main" class="curtain">
      <div class="curtain-words">
        ${next ? html`<${SeatBadge} seat=${next.seat.value ?? 0} />` : null}
        <h1 tabindex="-1" ref=${place}>${line}</h1>
        ${next ? html`<p>${t("round.alone", { name: nameOf(next) })}</p><button class="strong big" onClick=${raise(next)}>${t("round.me", { name: nameOf(next) })}</button>` : null}
        <div class="curtain-others" role="group" aria-label=${t("round.look")}><p>${t("round.look")}</p>
          ${here.filter((link) => link !== next).map((link) => html`<button key=${link.ticket} onClick=${raise(link)}><${SeatBadge} seat=${link.seat.value ?? 0} />${nameOf(link)}</button>`)}</div>
      </div>
    </main>`;
}
