// What a browser can prove of a fair deal from the game file: the seed is the one that was promised before
// anybody sat down, and nothing in the file was changed. `spyring verify FILE` deals every card again, too.

const text = new TextEncoder();

/** @param {ArrayBuffer | Uint8Array} bytes */
function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
function bytes(digits) {
  return new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/**
 * @param {string} file
 * @param {string} promised the commitment as this table has always shown it
 * @returns {Promise<"good" | "bad" | "cannot">}
 */
export async function check(file, promised) {
  if (!globalThis.crypto?.subtle) return "cannot"; // browsers have it only where nobody can listen in
  const lines = file.split("\n").filter(Boolean);
  /** @param {string} name */
  const comment = (name) => lines.find((line) => line.startsWith(`# ${name} `))?.split(" ")[2] ?? "";
  const table = comment("table");
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(comment("seed")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const commitment = hex(await crypto.subtle.sign("HMAC", key, text.encode(`spyring commitment ${table}`)));
  let link = new Uint8Array(await crypto.subtle.digest("SHA-256", text.encode(`spyring chain ${table}`)));
  for (const line of lines.filter((one) => !one.startsWith("# chain "))) {
    const said = text.encode(line.replace(/^# /, ""));
    link = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...link, ...said])));
  }
  return commitment === promised && hex(link) === comment("chain") ? "good" : "bad";
}
