// Which page a path shows.

import { about } from "/api.js";
import { html, render, signal, useEffect, useState } from "/dom.js";
import { Home } from "/pages/home.js";
import { Toast, tell, Waiting } from "/parts/frame.js";
import { setTitle } from "/parts/notice.js";
import { begin, language, t } from "/texts.js";

const path = signal(location.pathname);
addEventListener("popstate", () => {
  path.value = location.pathname;
  scrollTo(0, 0);
  page.focus({ preventScroll: true }); // what had the focus is gone, and the next Tab begins at the top
});

/** A page that is fetched when somebody goes there. @param {{from: string, name: string} & Record<string, any>} props */
function Later({ from, name, ...props }) {
  const [Page, setPage] = useState(/** @type {any} */ (null));
  useEffect(() => {
    import(from).then((module) => setPage(() => module[name])).catch(() => tell(t("error.no-connection")));
  }, [from]);
  return Page ? html`<${Page} ...${props} />` : html`<${Waiting} text=${t("loading")} />`;
}

function App() {
  const [, place, id = "", screen] = path.value.split("/");
  const home = !(["learn", "cases", "records"].includes(place) || (["t", "r"].includes(place) && id));
  useEffect(() => {
    setTitle("");
    if (home && place) tell(t("error.no-such-page"));
  }, [path.value]);
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = t("skip");
  return html`<div class="app" key=${language.value}>
    ${
      home
        ? html`<${Home} />`
        : place === "t"
          ? html`<${Later} key=${path.value} from=${screen === "screen" ? "/pages/screen.js" : "/pages/table.js"}
          name=${screen === "screen" ? "Screen" : "TablePage"} table=${decodeURIComponent(id)} />`
          : place === "r"
            ? html`<${Later} key=${path.value} from="/pages/replay.js" name="ReplayPage" table=${decodeURIComponent(id)} />`
            : place === "records"
              ? html`<${Later} key=${path.value} from="/pages/records.js" name="Records" />`
              : place === "cases"
                ? html`<${Later} key=${path.value} from="/pages/cases.js" name="CasesPage" chosen=${decodeURIComponent(id)} />`
                : html`<${Later} key=${path.value} from="/pages/learn.js" name="Learn" game=${decodeURIComponent(id)} />`
    }
    <${Toast} />
  </div>`;
}

// A game file may be dropped anywhere but on a table.
const drops = (/** @type {DragEvent} */ { dataTransfer }) =>
  !path.value.startsWith("/t/") && dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (drops(event)) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (!drops(event)) return;
  event.preventDefault();
  import("/pages/replay.js").then(({ openFile }) => openFile(event.dataTransfer?.files[0]));
});

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const offer = about(); // asked for at once, and needed here only by who speaks none of our languages
offer.catch(() => undefined);
await begin(() => offer.then((found) => found.language).catch(() => "en"));
page.textContent = "";
render(html`<${App} />`, page);

if ("serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => undefined));
  if (document.readyState === "complete") navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
