// Before anything is drawn, so that nobody sees the wrong theme for a moment.
(() => {
  let theme = null;
  try {
    theme = JSON.parse(localStorage.getItem("spyring.theme") || "null");
  } catch {
    // a device that remembers nothing
  }
  const dark = theme ? theme === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
