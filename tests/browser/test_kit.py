"""The kit for boards, each part by itself: what every board may rely on."""

import pytest

# Draws a part of the kit in a box of its own; `state` is what the part returned last.
STAGE = """async (script) => {
  const dom = await import("/dom.js");
  const kit = {};
  for (const name of ["bubbles", "choice", "heard", "keys", "send", "size"])
    Object.assign(kit, await import(`/kit/${name}.js`));
  const box = document.body.appendChild(document.createElement("div"));
  const state = {};
  const draw = (part, props) => dom.render(dom.html`<${part} ...${props} />`, box);
  const wait = (time = 150) => new Promise((done) => setTimeout(done, time)); // for all effects
  const until = async (so) => {
    for (let tries = 0; !so(); tries++) {
      if (tries > 1500) throw new Error(`waited for ${so}`);
      await wait(20);
    }
  };
  const names = ["dom", "kit", "box", "state", "draw", "wait", "until"];
  const run = new Function(...names, `return (async () => {${script}})()`);
  return run(dom, kit, box, state, draw, wait, until);
}"""


@pytest.fixture(scope="module")
def stage(browser, serving):
    """A page on which parts of the kit are tried."""
    page = browser.new_context(base_url=serving.url, bypass_csp=True).new_page()
    page.goto("/")
    page.wait_for_selector("main")
    yield lambda script: page.evaluate(STAGE, script)
    page.context.close()


def test_an_act_is_sent_once_until_the_table_has_answered(stage):
    sent = stage("""
        const acts = [];
        const act = (text) => acts.push(text);
        const Part = ({ question, each }) => {
          Object.assign(state, kit.useSend({ legal: ["pass", "play"], act, question, each }));
          return null;
        };
        draw(Part, { question: "first" });
        state.send("pass"); state.send("pass"); state.send("play"); state.send("cheat");
        await wait();
        const held = state.isSent;
        draw(Part, { question: "second" });
        state.send("pass");
        await wait();
        draw(Part, { question: "third", each: true });
        state.send("play"); state.send("play"); state.send("pass");
        return [acts, held];
    """)
    assert sent == [["pass", "pass", "play", "pass"], True]


def test_an_act_without_an_answer_may_be_tried_again(stage):
    sent = stage("""
        const acts = [];
        const act = (text) => acts.push(text);
        const Part = () => {
          Object.assign(state, kit.useSend({ legal: ["pass"], act, question: 1 }));
          return null;
        };
        draw(Part);
        state.send("pass");
        await until(() => state.isSent);
        await until(() => !state.isSent);
        return [acts.length, state.send("pass"), acts.length];
    """)
    assert sent == [1, True, 2]


def test_a_tap_that_came_with_the_question_was_meant_for_another(stage):
    sent = stage("""
        const acts = [];
        const act = (text) => acts.push(text);
        const Part = () => {
          Object.assign(state, kit.useSend({ legal: ["pass"], act, question: 1, slip: 200 }));
          return null;
        };
        draw(Part);
        const early = state.send("pass");
        await wait(250);
        return [early, state.send("pass"), acts.length];
    """)
    assert sent == [False, True, 1]


def test_a_choice_goes_with_its_question(stage):
    seen = stage("""
        const seen = [];
        const Part = ({ question, most }) => {
          const fitting = (picks) => picks.filter((one) => one <= most);
          [state.picks, state.change] = kit.useChoice(question, [], fitting);
          return null;
        };
        const show = async (props) => { draw(Part, props); await wait(); seen.push(state.picks.join()); };
        await show({ question: "a", most: 9 });
        state.change((picks) => [...picks, 1]); state.change((picks) => [...picks, 5]);
        await show({ question: "a", most: 9 });
        await show({ question: "a", most: 3 });
        await show({ question: "b", most: 9 });
        await show({ question: "a", most: 9 });
        return seen;
    """)
    assert seen == ["", "1,5", "1", "", ""]


def test_keys_leave_alone_who_writes_and_what_is_not_theirs(stage):
    done = stage("""
        const done = [];
        const Part = ({ on }) => {
          kit.useKeys({ w: () => done.push("w"), Escape: () => done.push("Escape"), n: () => false }, on);
          return dom.html`<input /><dialog open><button>ok</button></dialog><p tabindex="0">here</p>`;
        };
        const press = (place, key, more) => {
          const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
          box.querySelector(place).dispatchEvent(event);
          return event.defaultPrevented;
        };
        draw(Part, { on: true });
        await wait();
        const taken = [press("p", "W"), press("p", "n"), press("p", "x"), press("p", "w", { ctrlKey: true }),
          press("input", "w"), press("input", "Escape"), press("dialog button", "Escape")];
        draw(Part, { on: false });
        await wait();
        press("p", "w");
        return [done, taken];
    """)
    assert done == [["w", "Escape"], [True, False, False, False, False, True, False]]


def test_arrows_lead_round_and_about(stage):
    steps = stage("""
        const round = (key, from) => kit.stepRound(key, ["a", "b", "c"], from);
        const grid = (key, from) => kit.stepGrid(key, 3, 7, from);
        const keys = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter"];
        return [
          keys.map((key) => round(key, "c")),
          round("ArrowRight", "elsewhere"),
          [...keys, "Home", "End"].map((key) => grid(key, 5)),
        ];
    """)
    assert steps == [["a", "a", "b", "b", None], None, [6, 5, 4, 2, None, 1, 7]]


def test_a_group_has_one_stop_for_tab(stage):
    found = stage("""
        const Part = () => {
          const group = kit.useRoving("number", 1, (key, from) => kit.stepRound(key, [1, 2, 3], from));
          const stop = (number) => (group.at === number ? 0 : -1);
          return dom.html`<div onKeyDown=${group.onKeyDown}>${[1, 2, 3].map((number) =>
            dom.html`<button data-number=${number} tabindex=${stop(number)}>${number}</button>`)}</div>`;
        };
        draw(Part);
        const [first] = box.querySelectorAll("button");
        first.focus();
        first.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
        await wait();
        const stops = [...box.querySelectorAll("button")].map((one) => one.tabIndex);
        return [document.activeElement.dataset.number, stops];
    """)
    assert found == ["3", [-1, -1, 0]]


def test_a_board_knows_its_size_before_it_is_painted(stage):
    widths = stage("""
        const widths = [];
        const Part = () => {
          const place = dom.useRef(null);
          const measure = (element) => ({ width: element.getBoundingClientRect().width });
          const { width } = kit.useMeasured(place, measure, () => ({ width: 0 }));
          dom.useLayoutEffect(() => { widths.push(width); }, [width]);
          return dom.html`<div ref=${place}></div>`;
        };
        box.style.width = "300px";
        draw(Part);
        await new Promise(requestAnimationFrame);
        box.style.width = "300.4px";
        await wait();
        box.style.width = "200px";
        await wait();
        return widths;
    """)
    assert widths == [0, 300, 200]


def test_new_words_take_the_place_of_old_ones_and_go(stage):
    seen = stage("""
        const Part = () => { Object.assign(state, kit.useBubbles()); return null; };
        const words = () => state.bubbles.map(({ seat, text }) => `${seat} ${text}`).join();
        const seen = [];
        draw(Part);
        state.say([{ seat: 0, text: "a" }, { seat: 1, text: "b" }], 2000);
        await wait(); seen.push(words());
        state.say([{ seat: 1, text: "c" }], 60000);
        await wait(); seen.push(words());
        await until(() => state.bubbles.length < 2); seen.push(words());
        state.say([{ seat: 0, text: "d" }], 60000, true);
        await wait(); seen.push(words());
        return seen;
    """)
    assert seen == ["0 a,1 b", "0 a,1 c", "1 c", "0 d"]


def test_what_is_heard_is_said_in_order_and_not_seen(stage):
    heard = stage("""
        const Part = () => {
          Object.assign(state, kit.useHeard());
          return dom.html`<${kit.Heard} lines=${state.lines} />`;
        };
        draw(Part);
        state.tell(["one", "two"]); state.tell(["three", "four", "five"]); state.tell([]);
        await wait();
        const log = box.querySelector("[role=log]");
        const said = [...log.children].map((line) => line.textContent);
        return [said, log.ariaLive, log.getBoundingClientRect().width];
    """)
    assert heard == [["two", "three", "four", "five"], "polite", 1]


def test_nothing_is_confirmed_before_it_is_whole(stage):
    done = stage("""
        const done = [];
        const Part = ({ can }) => dom.html`
          <${kit.Confirm} dress="one" label="Play" can=${can} send=${() => done.push("played")} />
          <${kit.Undo} dress="two" label="Undo" can=${can} undo=${() => done.push("undone")} />`;
        const press = () => box.querySelectorAll("button").forEach((button) => button.click());
        draw(Part, { can: false });
        press();
        const before = [...done];
        draw(Part, { can: true });
        press();
        return [before, done, box.querySelector(".two").getAttribute("aria-keyshortcuts")];
    """)
    assert done == [[], ["played", "undone"], "Escape"]
