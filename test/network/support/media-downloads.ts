import { Agent, type Dispatcher, Dispatcher1Wrapper } from "undici";

/** The host where the library looks for what names only a path: histories, and snapshots of settings. */
const LIBRARYS_HOST = "https://mmg.whatsapp.net";

/** For the library's downloads: what it would ask its own host for comes from the simulated media store. */
export function mediaDownloads(mediaHost: string): Dispatcher {
  const downloads = new Agent().compose((dispatch) => (options, handler) => {
    const origin = String(options.origin) === LIBRARYS_HOST ? `https://${mediaHost}` : options.origin;
    return dispatch({ ...options, ...(origin === undefined ? {} : { origin }) }, handler);
  });
  // Node's own fetch speaks an older version's language.
  return new Dispatcher1Wrapper(downloads);
}
