import { PANEL_PAGES, type PanelPage } from "../../core/contracts/panel/panel-pages.ts";

/** A tuple type with one string for each path parameter: "/groups/{instance}/{group}" -> [string, string]. */
type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...rest: Ids<Rest>] : [];

type Paths = { readonly [Page in PanelPage]: (...ids: Ids<(typeof PANEL_PAGES)[Page]>) => string };

/**
 * Functions that build the panel's URLs from ids, passed in path order. Ids are encoded, because chat ids contain dots
 * and at signs.
 */
export const paths = Object.fromEntries(
  Object.entries(PANEL_PAGES).map(([page, address]) => [
    page,
    (...ids: string[]) => ids.reduce((path, id) => path.replace(/\{\w+\}/, () => encodeURIComponent(id)), address),
  ]),
) as Paths; // Object.fromEntries loses which page has which places

/** Returns the sign-in URL. After signing in, the user is sent back to `to`. */
export const signInUrl = (to: string) => `/panel-api/session/sign-in?to=${encodeURIComponent(to)}`;
