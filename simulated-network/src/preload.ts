import dns from "node:dns";
import { registerHooks } from "node:module";

/**
 * Loaded before a bot (`node --import`): Baileys, as installed in the bot's packages, then finds the simulated network
 * in place of the real one. Its files are not touched: the exports of its module of defaults are changed when it is
 * loaded.
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

/** Where Baileys finds files that are named only by a path: histories, and snapshots of settings. */
const LIBRARYS_MEDIA_HOST = "https://mmg.whatsapp.net/";

const fetchAnything = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!address.startsWith(LIBRARYS_MEDIA_HOST)) return fetchAnything(input, init);
  const there = `https://${media}/${address.slice(LIBRARYS_MEDIA_HOST.length)}`;
  return fetchAnything(input instanceof Request ? new Request(there, input) : there, init);
};

/** A bot that brings Baileys in another shape (bundled into one file, say) must not write to people in earnest. */
const REAL_NETWORK = /(^|\.)whatsapp\.(com|net)$/i;

/** Node.js resolves names with this function for every caller: `ws`, `https` or `fetch`. */
const lookup = dns.lookup;
dns.lookup = ((hostname: string, ...rest: unknown[]) => {
  const answer = rest.at(-1);
  if (!REAL_NETWORK.test(hostname) || typeof answer !== "function")
    return Reflect.apply(lookup, dns, [hostname, ...rest]);
  const reason = `${hostname} is the real network, which a bot on the simulated one does not reach.`;
  process.nextTick(answer, Object.assign(new Error(reason), { code: "ENOTFOUND", hostname }));
}) as typeof lookup;
