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
import { meQuery } from "./api/me.ts";
import { paths } from "./paths.ts";
import { Frame } from "./shell/Frame.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { PageFailed } from "./shell/PageFailed.tsx";
import { Skeleton } from "./ui/States.tsx";
import type { Area } from "./words/areas.ts";
import type { Catalogs } from "./words/catalogs.ts";

/** The context that every route is given. */
export interface RouterContext {
  queries: QueryClient;
  catalogs: Catalogs;
}

/** A page: the address below its parent, the areas of words that it shows, and its component, loaded when it is opened. */
function page<Parent extends AnyRoute, const Path extends string, Component extends RouteComponent>(
  parent: Parent,
  path: Path,
  areas: Area[],
  component: Component,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component,
    loader: async ({ context }) => {
      const { catalogs } = context as RouterContext; // the root's, which every page gets
      await Promise.all(areas.map((area) => catalogs.load(area)));
    },
  });
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

/** Pages for every signed-in person, also without an account. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Frame });

/** Pages of an account: somebody without one is asked to open one. */
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
    throw redirect({ to: paths.instances() });
  },
});

const chats = page(
  ofAccount,
  "/chats",
  ["chats", "content"],
  lazyRouteComponent(() => import("./pages/chats/ChatsPage.tsx"), "ChatsPage"),
);

/** An address that leads nowhere, within the frame. */
const nowhere = createRoute({ getParentRoute: () => ofAccount, path: "$", component: NotFound });

/** A thread is shown beside the list of chats: the page of the list shows both, and keeps its place. */
const chat = createRoute({
  getParentRoute: () => chats,
  path: "$instance/$chat",
});

const instance = page(
  ofAccount,
  "/instances/$instance",
  ["instances"],
  lazyRouteComponent(() => import("./pages/instances/InstancePage.tsx"), "InstancePage"),
);

/** Every page, below what holds it. A new page is a line here. */
const tree = root.addChildren([
  signedIn.addChildren([
    page(
      signedIn,
      "/join",
      ["join"],
      lazyRouteComponent(() => import("./pages/account/JoinPage.tsx"), "JoinPage"),
    ),
    page(
      signedIn,
      "/me",
      ["me"],
      lazyRouteComponent(() => import("./pages/account/MePage.tsx"), "MePage"),
    ),
    page(
      signedIn,
      "/open-account",
      ["join"],
      lazyRouteComponent(() => import("./pages/account/OpenAccountPage.tsx"), "OpenAccountPage"),
    ),
    ofAccount.addChildren([
      index,
      page(
        ofAccount,
        "/start",
        ["start", "instances", "link"],
        lazyRouteComponent(() => import("./pages/start/StartPage.tsx"), "StartPage"),
      ),
      page(
        ofAccount,
        "/instances",
        ["instances"],
        lazyRouteComponent(() => import("./pages/instances/InstancesPage.tsx"), "InstancesPage"),
      ),
      chats.addChildren([chat]),
      page(
        ofAccount,
        "/drafts",
        ["drafts"],
        lazyRouteComponent(() => import("./pages/drafts/DraftsPage.tsx"), "DraftsPage"),
      ),
      page(
        ofAccount,
        "/groups",
        ["groups"],
        lazyRouteComponent(() => import("./pages/groups/GroupsPage.tsx"), "GroupsPage"),
      ),
      page(
        ofAccount,
        "/groups/$instance/$group",
        ["groups"],
        lazyRouteComponent(() => import("./pages/groups/GroupPage.tsx"), "GroupPage"),
      ),
      page(
        ofAccount,
        "/broadcasts",
        ["broadcasts"],
        lazyRouteComponent(() => import("./pages/broadcasts/BroadcastsPage.tsx"), "BroadcastsPage"),
      ),
      page(
        ofAccount,
        "/broadcasts/new",
        ["broadcasts"],
        lazyRouteComponent(() => import("./pages/broadcasts/NewBroadcastPage.tsx"), "NewBroadcastPage"),
      ),
      page(
        ofAccount,
        "/broadcasts/$broadcast",
        ["broadcasts", "chats"],
        lazyRouteComponent(() => import("./pages/broadcasts/BroadcastPage.tsx"), "BroadcastPage"),
      ),
      page(
        ofAccount,
        "/developers/keys",
        ["keys"],
        lazyRouteComponent(() => import("./pages/developers/KeysPage.tsx"), "KeysPage"),
      ),
      page(
        ofAccount,
        "/developers/webhooks",
        ["webhooks"],
        lazyRouteComponent(() => import("./pages/developers/WebhooksPage.tsx"), "WebhooksPage"),
      ),
      page(
        ofAccount,
        "/developers/deliveries",
        ["deliveries", "webhooks"],
        lazyRouteComponent(() => import("./pages/developers/DeliveriesPage.tsx"), "DeliveriesPage"),
      ),
      page(
        ofAccount,
        "/activity",
        ["activity"],
        lazyRouteComponent(() => import("./pages/account/ActivityPage.tsx"), "ActivityPage"),
      ),
      page(
        ofAccount,
        "/usage",
        ["usage"],
        lazyRouteComponent(() => import("./pages/account/UsagePage.tsx"), "UsagePage"),
      ),
      page(
        ofAccount,
        "/team",
        ["team"],
        lazyRouteComponent(() => import("./pages/account/TeamPage.tsx"), "TeamPage"),
      ),
      nowhere,
      instance.addChildren([
        page(
          instance,
          "/",
          ["instances"],
          lazyRouteComponent(() => import("./pages/instances/OverviewPage.tsx"), "OverviewPage"),
        ),
        page(
          instance,
          "link",
          ["link", "instances"],
          lazyRouteComponent(() => import("./pages/instances/LinkPage.tsx"), "LinkPage"),
        ),
        page(
          instance,
          "profile",
          ["profile"],
          lazyRouteComponent(() => import("./pages/instances/ProfilePage.tsx"), "ProfilePage"),
        ),
        page(
          instance,
          "protection",
          ["protection"],
          lazyRouteComponent(() => import("./pages/instances/ProtectionPage.tsx"), "ProtectionPage"),
        ),
        page(
          instance,
          "answers",
          ["answers"],
          lazyRouteComponent(() => import("./pages/answers/AnswersPage.tsx"), "AnswersPage"),
        ),
      ]),
    ]),
  ]),
]);

/** The panel's addresses and their pages. */
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
