import { PANEL_PAGES, type PanelPage } from "../../core/contracts/panel/panel-pages.ts";

/** A text for each place of an address: "/groups/{instance}/{group}" -> [string, string]. */
type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...rest: Ids<Rest>] : [];

type Paths = { readonly [Page in PanelPage]: (...ids: Ids<(typeof PANEL_PAGES)[Page]>) => string };

/** Every address of the panel, of its ids in their order. They are encoded: a chat's holds dots and at signs. */
export const paths = Object.fromEntries(
  Object.entries(PANEL_PAGES).map(([page, address]) => [
    page,
    (...ids: string[]) => ids.reduce((path, id) => path.replace(/\{\w+\}/, () => encodeURIComponent(id)), address),
  ]),
) as Paths; // Object.fromEntries loses which page has which places

/** The provider's sign-in, which leads back to `to`. */
export const signInUrl = (to: string) => `/panel-api/session/sign-in?to=${encodeURIComponent(to)}`;
