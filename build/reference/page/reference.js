// Starts the reference: reads the API's description, and hands it to the library that draws it. A request that somebody
// tries goes to this page's own origin, with a key that is kept in this page's memory alone.

const SETTINGS = "/docs/reference/settings.json";
/** The address in the description's examples, which stands for the API's own. */
const STANDS_FOR_API = "https://gateway.invalid";

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return answer.text();
}

/**
 * From here on the browser lets this page ask the API and nothing else, not even the panel with its session. Needed
 * files are loaded as scripts, which this does not concern.
 */
function connectToApiAlone() {
  // A policy can't name an address like [::1]; the page's own header still allows this origin alone.
  if (location.hostname.startsWith("[")) return;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${location.origin}/v1/`;
  document.head.append(policy);
}

/** Sends a tried request to this origin, which passes it to the API, and never with a cookie. */
async function ask(input, init) {
  const request = new Request(input, init);
  const { method, headers, signal } = request;
  const { pathname, search } = new URL(request.url);
  const body = await request.arrayBuffer();
  const sent = body.byteLength > 0 ? { body } : {};
  return fetch(`${location.origin}${pathname}${search}`, { method, headers, signal, credentials: "omit", ...sent });
}

/** What the library's parts lack for people who read with their ears or without a mouse. */
const MENDED = [
  ["[role=combobox]:not([aria-expanded])", (part) => part.setAttribute("aria-expanded", "false")],
  ["button[role=none], button[role=alert]", (part) => part.removeAttribute("role")],
  [".cm-content:not([aria-label])", (part) => part.setAttribute("aria-label", "Content")],
  [".cm-scroller[tabindex='-1']", (part) => part.setAttribute("tabindex", "0")],
  ["button[aria-label='Copy code'][aria-controls]", (part) => part.removeAttribute("aria-controls")],
];

function mend() {
  for (const [parts, change] of MENDED) for (const part of document.querySelectorAll(parts)) change(part);
}

/** Mends what is drawn later, at most once for each picture that the browser draws. */
function keepMending() {
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mend();
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** Every link to an operation is made of this, also those from the guides (build/reference/operation-links.ts). */
const generateOperationSlug = ({ operationId }) => `operation/${operationId}`;

async function start(place) {
  const { description, library } = place.dataset;
  const [text, settings] = await Promise.all([read(description), read(SETTINGS)]);
  const { origin } = new URL(JSON.parse(settings).api);
  connectToApiAlone();
  const { createApiReference } = await import(library);
  createApiReference(place, {
    content: JSON.parse(text.replaceAll(STANDS_FOR_API, origin)),
    customFetch: ask,
    generateOperationSlug,
    // The samples are those of the description.
    hiddenClients: true,
    hideModels: true,
    documentDownloadType: "none",
    // Nothing is kept in the browser, and nobody else's service is used.
    persistAuth: false,
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: "",
  });
  keepMending();
}

const place = document.querySelector("#reference");
start(place).catch((error) => {
  place.textContent = `The reference can't be shown: ${error.message} Load the page again, or read GET /v1/openapi.json.`;
});
