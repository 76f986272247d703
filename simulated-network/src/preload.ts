import dns from "node:dns";
import { registerHooks } from "node:module";

/**
 * Loaded before a bot (`node --import`) to make the Baileys version among the bot's packages use the simulated network
 * instead of the real one. Baileys' own files stay untouched: only the exports of its defaults module are changed as it
 * loads.
 */
const { SIMULATED_NETWORK_URL: url, SIMULATED_NETWORK_ROOT_KEY: rootKey, SIMULATED_NETWORK_MEDIA: media } = process.env;
if (!url || !rootKey || !media) {
  throw new Error("SIMULATED_NETWORK_URL, _ROOT_KEY and _MEDIA are not set: `simulated-network` prints them.");
}

const DEFAULTS = /\/baileys\/lib\/Defaults\/index\.js$/;
const SETTINGS = `
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(${JSON.stringify(rootKey)}, "hex");
DEFAULT_CONNECTION_CONFIG.waWebSocketUrl = ${JSON.stringify(url)};
`;
registerHooks({
  load(address, context, nextLoad) {
    const loaded = nextLoad(address, context);
    return DEFAULTS.test(address) ? { ...loaded, source: `${loaded.source}${SETTINGS}` } : loaded;
  },
});

/** The host from which Baileys downloads files that are identified only by path: histories and settings snapshots. */
const LIBRARYS_MEDIA_HOST = "https://mmg.whatsapp.net/";

const fetchAnything = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!address.startsWith(LIBRARYS_MEDIA_HOST)) return fetchAnything(input, init);
  const there = `https://${media}/${address.slice(LIBRARYS_MEDIA_HOST.length)}`;
  return fetchAnything(input instanceof Request ? new Request(there, input) : there, init);
};

/** A bot with Baileys in another form (such as bundled into one file) must not write to real people. */
const REAL_NETWORK = /(^|\.)whatsapp\.(com|net)$/i;

/** Node.js resolves names with this function for every caller: `ws`, `https` and `fetch`. */
const lookup = dns.lookup;
dns.lookup = ((hostname: string, ...rest: unknown[]) => {
  const answer = rest.at(-1);
  if (!REAL_NETWORK.test(hostname) || typeof answer !== "function")
    return Reflect.apply(lookup, dns, [hostname, ...rest]);
  const reason = `${hostname} is the real network, which a bot on the simulated one does not reach.`;
  process.nextTick(answer, Object.assign(new Error(reason), { code: "ENOTFOUND", hostname }));
}) as typeof lookup;
