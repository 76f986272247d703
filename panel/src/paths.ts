import { PANEL_PAGES, type PanelPage } from "../../core/contracts/panel/panel-pages.ts";

/** A string for each parameter of a path: "/groups/{instance}/{group}" -> [string, string]. */
type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...rest: Ids<Rest>] : [];

type Paths = { readonly [Page in PanelPage]: (...ids: Ids<(typeof PANEL_PAGES)[Page]>) => string };

/** Builds the panel's addresses from ids, in order. Ids are encoded because chat ids contain dots and at signs. */
export const paths = Object.fromEntries(
  Object.entries(PANEL_PAGES).map(([page, address]) => [
    page,
    (...ids: string[]) => ids.reduce((path, id) => path.replace(/\{\w+\}/, () => encodeURIComponent(id)), address),
  ]),
) as Paths; // Object.fromEntries loses which page has which places

/** The provider's sign-in address, which leads back to `to`. */
export const signInUrl = (to: string) => `/panel-api/session/sign-in?to=${encodeURIComponent(to)}`;
