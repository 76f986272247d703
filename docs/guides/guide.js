// What a guide can do beyond being read: each block of code is copied with one press, and all guides are searched.
// The page is whole without this script.

const PLACE = "/docs/guides";
const MOST_HITS = 20;
const AROUND = 60;
const SAID_MS = 2000;

function element(name, attributes, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** Adds a button to a block that copies its text. */
function addCopyButton(block) {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
    } catch {
      // The browser allows no copying here: the text is selected instead, for the person's own command.
      getSelection()?.selectAllChildren(block);
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, SAID_MS);
  });
  const frame = element("div", { class: "block" });
  block.replaceWith(frame);
  frame.append(block, button);
}

const plain = (text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The parts in which every word occurs, those with all of them in their heading first. */
function found(parts, words) {
  const inTitle = (part) => words.every((word) => plain(`${part.title} ${part.heading}`).includes(word));
  const hits = parts.filter((part) =>
    words.every((word) => plain(`${part.title} ${part.heading} ${part.text}`).includes(word)),
  );
  return hits.sort((a, b) => Number(inTitle(b)) - Number(inTitle(a))).slice(0, MOST_HITS);
}

/** The words of a part around the first match. */
function around({ text }, [word = ""]) {
  const at = Math.max(0, plain(text).indexOf(word) - AROUND);
  const cut = text.slice(at, at + 2 * AROUND + word.length);
  return `${at > 0 ? "…" : ""}${cut}${at + cut.length < text.length ? "…" : ""}`;
}

/** An entry of the list of hits. */
function entryOf(part, words) {
  const href = `${PLACE}/${part.guide}${part.slug === "" ? "" : `#${part.slug}`}`;
  const link = element("a", { href }, part.heading === "" ? part.title : `${part.title}: ${part.heading}`);
  const item = element("li", {});
  item.append(link, element("p", {}, around(part, words)));
  return item;
}

function addSearch(menu) {
  const form = element("form", { role: "search" });
  const label = element("label", {}, "Search all guides ");
  const field = element("input", { type: "search", autocomplete: "off", maxlength: "100" });
  const status = element("p", { role: "status" });
  const list = element("ol", { class: "hits" });
  label.append(field);
  form.append(label, status, list);
  menu.prepend(form);
  let parts = null;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", async () => {
    try {
      parts ??= fetch(`${PLACE}/search.json`).then((answer) => {
        if (!answer.ok) throw new Error(`The guides' text could not be read: ${answer.status}.`);
        return answer.json();
      });
      const all = await parts;
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      const hits = words.length === 0 ? [] : found(all, words);
      list.replaceChildren(...hits.map((part) => entryOf(part, words)));
      status.textContent =
        words.length === 0
          ? ""
          : hits.length === 0
            ? "Nothing found."
            : `${hits.length} ${hits.length === 1 ? "place" : "places"}`;
    } catch {
      parts = null; // asked for again with the next letter
      status.textContent = "The search can't be loaded. Check the connection, then type again.";
    }
  });
}

for (const block of document.querySelectorAll("pre")) addCopyButton(block);
const menu = document.querySelector(".menu");
if (menu) addSearch(menu);
