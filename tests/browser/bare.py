"""A board by itself: it is shown views, and what led to each of them, without a table."""

# Words say their own key, unless `window.words` has some.
BARE = """async (game) => {
    const { html, render } = await import('/dom.js');
    const { default: Board } = await import(`/games/${game}/web/board.js`);
    const place = document.createElement('div');
    document.body.replaceChildren(place);
    window.sent = [];
    window.words = {};
    const t = (key, args) => (window.words[key] ?? key).replace(/{(\\w+)}/g, (_, name) => args[name]);
    window.show = (view, events, { legal = [], seat = null, ...more } = {}) => {
        const names = Array.from({ length: view.seats }, (_, number) => `Person ${number}`);
        render(html`<${Board} view=${view} seat=${seat} legal=${legal} act=${text => window.sent.push(text)}
            names=${names} t=${t} events=${events} quiet
            hidden=${false} peek=${false} screen=${false} sound=${() => undefined} ...${more} />`, place);
    };
    window.begin = () => render(null, place);
}"""

# Its sheets, and its words in English.
DRESS = """async (game) => {
    const folder = `/games/${game}`;
    const get = async (name) => (await fetch(`${folder}/${name}`)).json();
    window.words = await get('texts/en.json');
    const { styles } = await get('web/manifest.json');
    await Promise.all(styles.map((sheet) => new Promise((done) => {
        const link = Object.assign(document.createElement('link'), {
            rel: 'stylesheet', href: `${folder}/web/${sheet}`, onload: done,
        });
        document.head.append(link);
    })));
}"""


def bare_board(visitor, game, size="desktop", *, dressed=False):
    page = visitor(size)
    page.goto("/")
    page.evaluate(BARE, game)
    if dressed:
        page.evaluate(DRESS, game)
    return page
