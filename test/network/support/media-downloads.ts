import { Agent, type Dispatcher, Dispatcher1Wrapper } from "undici";

/** The host that the library downloads files from if they are named only by path: histories and settings snapshots. */
const LIBRARYS_HOST = "https://mmg.whatsapp.net";

/** Redirects the library's downloads from its own host to the simulated media store. */
export function mediaDownloads(mediaHost: string): Dispatcher {
  const downloads = new Agent().compose((dispatch) => (options, handler) => {
    const origin = String(options.origin) === LIBRARYS_HOST ? `https://${mediaHost}` : options.origin;
    return dispatch({ ...options, ...(origin === undefined ? {} : { origin }) }, handler);
  });
  // Node's own fetch uses an older version's interface.
  return new Dispatcher1Wrapper(downloads);
}
