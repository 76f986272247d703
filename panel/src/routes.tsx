import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { PANEL_PAGES, type PanelPage } from "../../core/contracts/panel/panel-pages.ts";
import { meQuery } from "./api/me.ts";
import { PAGE_TABLE, type PageRow } from "./page-table.ts";
import { paths } from "./paths.ts";
import { Frame } from "./shell/Frame.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { PageFailed } from "./shell/PageFailed.tsx";
import { Skeleton } from "./ui/States.tsx";
import type { Catalogs } from "./words/catalogs.ts";

/** The context passed to every route. */
export interface RouterContext {
  queries: QueryClient;
  catalogs: Catalogs;
}

const FILES = import.meta.glob<Record<string, RouteComponent>>("./pages/**/*Page.tsx");

/**
 * Creates the route for a page at a path below its parent's path. The page's words and file are loaded when it is
 * opened.
 */
function page(parent: AnyRoute, path: string, { file, words }: Pick<PageRow, "file" | "words">) {
  const load = FILES[`./pages/${file}.tsx`];
  if (file !== null && !load) throw new Error(`There is no page ${file}.`);
  return createRoute({
    getParentRoute: () => parent,
    path: path.replaceAll(/\{(\w+)\}/g, "$$$1"),
    ...(load && { component: lazyRouteComponent(load, file?.split("/").at(-1)) }),
    loader: async ({ context }) => {
      const { catalogs } = context as RouterContext; // the root's, which every page gets
      await Promise.all(words.map((area) => catalogs.load(area)));
    },
  });
}

/** Creates the routes for the pages inside a frame. @param at the frame's own path. */
const pagesWithin = (within: PageRow["within"], frame: AnyRoute, at = "") =>
  Object.entries<PageRow>(PAGE_TABLE)
    .filter(([, row]) => row.within === within)
    .map(([name, row]) => page(frame, PANEL_PAGES[name as PanelPage].slice(at.length) || "/", row)); // a key of the table

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

/** The parent of the pages open to every signed-in user, even one without an account. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Frame });

/**
 * The parent of the pages that need an account. Users without an account are redirected to the page for opening an
 * account.
 */
const ofAccount = createRoute({
  getParentRoute: () => signedIn,
  id: "of-account",
  beforeLoad: async ({ context }) => {
    const { account_id } = await context.queries.ensureQueryData(meQuery());
    if (account_id === null) throw redirect({ to: paths.openAccount() });
  },
});

const index = createRoute({
  getParentRoute: () => ofAccount,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: paths.overview() });
  },
});

/** The not-found page, shown inside the frame. */
const nowhere = createRoute({ getParentRoute: () => ofAccount, path: "$", component: NotFound });

/**
 * The frames for a number's pages and for the chats. They are pages themselves, and stay mounted while the user moves
 * between the pages inside them.
 */
const instance = page(ofAccount, PANEL_PAGES.instance, { file: "instances/InstancePage", words: ["instances"] });
const chats = page(ofAccount, PANEL_PAGES.chats, PAGE_TABLE.chats);

const tree = root.addChildren([
  signedIn.addChildren([
    ...pagesWithin("signedIn", signedIn),
    ofAccount.addChildren([
      index,
      nowhere,
      ...pagesWithin(undefined, ofAccount),
      chats.addChildren(pagesWithin("chats", chats, PANEL_PAGES.chats)),
      instance.addChildren(pagesWithin("instance", instance, PANEL_PAGES.instance)),
    ]),
  ]),
]);

/** Creates the router with all of the panel's pages. */
export function panelRouter(context: RouterContext) {
  return createRouter({
    routeTree: tree,
    context,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: Skeleton,
    defaultPendingMs: 300,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof panelRouter>;
  }
}
