import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
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

/** Loads the words of these areas before a page shows. */
const words =
  (...areas: Area[]) =>
  async ({ context }: { context: RouterContext }) => {
    await Promise.all(areas.map((area) => context.catalogs.load(area)));
  };

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

const start = createRoute({
  getParentRoute: () => ofAccount,
  path: "/start",
  loader: words("start", "instances", "link"),
  component: lazyRouteComponent(() => import("./pages/start/StartPage.tsx"), "StartPage"),
});

const instances = createRoute({
  getParentRoute: () => ofAccount,
  path: "/instances",
  loader: words("instances"),
  component: lazyRouteComponent(() => import("./pages/instances/InstancesPage.tsx"), "InstancesPage"),
});

const chats = createRoute({
  getParentRoute: () => ofAccount,
  path: "/chats",
  loader: words("chats"),
  component: lazyRouteComponent(() => import("./pages/chats/ChatsPage.tsx"), "ChatsPage"),
});

const drafts = createRoute({
  getParentRoute: () => ofAccount,
  path: "/drafts",
  loader: words("drafts"),
  component: lazyRouteComponent(() => import("./pages/drafts/DraftsPage.tsx"), "DraftsPage"),
});

const groups = createRoute({
  getParentRoute: () => ofAccount,
  path: "/groups",
  loader: words("groups"),
  component: lazyRouteComponent(() => import("./pages/groups/GroupsPage.tsx"), "GroupsPage"),
});

const group = createRoute({
  getParentRoute: () => ofAccount,
  path: "/groups/$instance/$group",
  loader: words("groups"),
  component: lazyRouteComponent(() => import("./pages/groups/GroupPage.tsx"), "GroupPage"),
});

const broadcasts = createRoute({
  getParentRoute: () => ofAccount,
  path: "/broadcasts",
  loader: words("broadcasts"),
  component: lazyRouteComponent(() => import("./pages/broadcasts/BroadcastsPage.tsx"), "BroadcastsPage"),
});

const newBroadcast = createRoute({
  getParentRoute: () => ofAccount,
  path: "/broadcasts/new",
  loader: words("broadcasts"),
  component: lazyRouteComponent(() => import("./pages/broadcasts/NewBroadcastPage.tsx"), "NewBroadcastPage"),
});

const broadcast = createRoute({
  getParentRoute: () => ofAccount,
  path: "/broadcasts/$broadcast",
  loader: words("broadcasts", "chats"),
  component: lazyRouteComponent(() => import("./pages/broadcasts/BroadcastPage.tsx"), "BroadcastPage"),
});

const keys = createRoute({
  getParentRoute: () => ofAccount,
  path: "/developers/keys",
  loader: words("keys"),
  component: lazyRouteComponent(() => import("./pages/developers/KeysPage.tsx"), "KeysPage"),
});

const webhooks = createRoute({
  getParentRoute: () => ofAccount,
  path: "/developers/webhooks",
  loader: words("webhooks"),
  component: lazyRouteComponent(() => import("./pages/developers/WebhooksPage.tsx"), "WebhooksPage"),
});

const deliveries = createRoute({
  getParentRoute: () => ofAccount,
  path: "/developers/deliveries",
  loader: words("deliveries", "webhooks"),
  component: lazyRouteComponent(() => import("./pages/developers/DeliveriesPage.tsx"), "DeliveriesPage"),
});

const activity = createRoute({
  getParentRoute: () => ofAccount,
  path: "/activity",
  loader: words("activity"),
  component: lazyRouteComponent(() => import("./pages/account/ActivityPage.tsx"), "ActivityPage"),
});

const usage = createRoute({
  getParentRoute: () => ofAccount,
  path: "/usage",
  loader: words("usage"),
  component: lazyRouteComponent(() => import("./pages/account/UsagePage.tsx"), "UsagePage"),
});

const team = createRoute({
  getParentRoute: () => ofAccount,
  path: "/team",
  loader: words("team"),
  component: lazyRouteComponent(() => import("./pages/account/TeamPage.tsx"), "TeamPage"),
});

const me = createRoute({
  getParentRoute: () => signedIn,
  path: "/me",
  loader: words("me"),
  component: lazyRouteComponent(() => import("./pages/account/MePage.tsx"), "MePage"),
});

const join = createRoute({
  getParentRoute: () => signedIn,
  path: "/join",
  loader: words("join"),
  component: lazyRouteComponent(() => import("./pages/account/JoinPage.tsx"), "JoinPage"),
});

const openAccount = createRoute({
  getParentRoute: () => signedIn,
  path: "/open-account",
  loader: words("join"),
  component: lazyRouteComponent(() => import("./pages/account/OpenAccountPage.tsx"), "OpenAccountPage"),
});

/** An address that leads nowhere, within the frame. */
const nowhere = createRoute({ getParentRoute: () => ofAccount, path: "$", component: NotFound });

/** A thread is shown beside the list of chats: the page of the list shows both, and keeps its place. */
const chat = createRoute({
  getParentRoute: () => chats,
  path: "$instance/$chat",
});

const instance = createRoute({
  getParentRoute: () => ofAccount,
  path: "/instances/$instance",
  loader: words("instances"),
  component: lazyRouteComponent(() => import("./pages/instances/InstancePage.tsx"), "InstancePage"),
});

const overview = createRoute({
  getParentRoute: () => instance,
  path: "/",
  loader: words("instances"),
  component: lazyRouteComponent(() => import("./pages/instances/OverviewPage.tsx"), "OverviewPage"),
});

const link = createRoute({
  getParentRoute: () => instance,
  path: "link",
  loader: words("link", "instances"),
  component: lazyRouteComponent(() => import("./pages/instances/LinkPage.tsx"), "LinkPage"),
});

const profile = createRoute({
  getParentRoute: () => instance,
  path: "profile",
  loader: words("profile"),
  component: lazyRouteComponent(() => import("./pages/instances/ProfilePage.tsx"), "ProfilePage"),
});

const protection = createRoute({
  getParentRoute: () => instance,
  path: "protection",
  loader: words("protection"),
  component: lazyRouteComponent(() => import("./pages/instances/ProtectionPage.tsx"), "ProtectionPage"),
});

const answers = createRoute({
  getParentRoute: () => instance,
  path: "answers",
  loader: words("answers"),
  component: lazyRouteComponent(() => import("./pages/answers/AnswersPage.tsx"), "AnswersPage"),
});

const tree = root.addChildren([
  signedIn.addChildren([
    join,
    me,
    openAccount,
    ofAccount.addChildren([
      index,
      start,
      instances,
      chats.addChildren([chat]),
      drafts,
      groups,
      group,
      broadcasts,
      newBroadcast,
      broadcast,
      keys,
      webhooks,
      deliveries,
      activity,
      usage,
      team,
      nowhere,
      instance.addChildren([overview, link, profile, protection, answers]),
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
