import {
  Activity,
  BookUser,
  ChartLine,
  ChartNoAxesColumn,
  CircleDashed,
  CircleUser,
  Flag,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  PackageCheck,
  RadioTower,
  ShieldCheck,
  Smartphone,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { PanelPage } from "../../core/contracts/panel/panel-pages.ts";
import type { Area } from "./words/areas.ts";

/** A page of the panel. */
export interface PageRow {
  /**
   * The page's file in `pages/`, which exports a component of the same name, or null if the frame itself shows the
   * page.
   */
  file: string | null;
  /** The areas of the text catalog that the page uses. */
  words: readonly Area[];
  /** The frame around the page. Defaults to the account's frame. */
  within?: "signedIn" | "instance" | "chats" | "itself";
  /** The page's menu section and icon. Its label is `nav_<page>` in the common words. */
  menu?: readonly ["main" | "developers" | "account", LucideIcon];
}

/** Every page of the panel. Those with a `menu` entry appear in the menu, in this order. */
export const PAGE_TABLE = {
  start: { file: "start/StartPage", words: ["start", "instances", "link"], menu: ["main", Flag] },
  overview: { file: "overview/HomePage", words: ["overview", "instances"], menu: ["main", LayoutDashboard] },
  instances: { file: "instances/InstancesPage", words: ["instances"], menu: ["main", Smartphone] },
  instance: { file: "instances/OverviewPage", words: ["instances"], within: "instance" },
  link: { file: "instances/LinkPage", words: ["link", "passkey", "instances"], within: "instance" },
  profile: { file: "instances/ProfilePage", words: ["profile"], within: "instance" },
  protection: { file: "instances/ProtectionPage", words: ["protection"], within: "instance" },
  answers: { file: "answers/AnswersPage", words: ["answers"], within: "instance" },
  chats: {
    file: "chats/ChatsPage",
    words: ["chats", "content", "composer", "teamwork", "notes", "bulk"],
    within: "itself",
    menu: ["main", MessagesSquare],
  },
  // A chat is shown next to the list of chats, so the list keeps its scroll position.
  chat: { file: null, words: [], within: "chats" },
  drafts: { file: "drafts/DraftsPage", words: ["drafts"] },
  savedReplies: { file: "replies/SavedRepliesPage", words: ["replies"] },
  contacts: { file: "contacts/ContactsPage", words: ["contacts", "chats", "exports"], menu: ["main", BookUser] },
  groups: { file: "groups/GroupsPage", words: ["groups"], menu: ["main", UsersRound] },
  group: { file: "groups/GroupPage", words: ["groups"] },
  channels: { file: "channels/ChannelsPage", words: ["channels"], menu: ["main", RadioTower] },
  channel: { file: "channels/ChannelPage", words: ["channels"] },
  statuses: { file: "statuses/StatusesPage", words: ["statuses", "chats"], menu: ["main", CircleDashed] },
  otps: { file: "otps/OtpsPage", words: ["otps"], menu: ["main", ShieldCheck] },
  broadcasts: { file: "broadcasts/BroadcastsPage", words: ["broadcasts"], menu: ["main", Megaphone] },
  newBroadcast: { file: "broadcasts/NewBroadcastPage", words: ["broadcasts"] },
  broadcast: { file: "broadcasts/BroadcastPage", words: ["broadcasts", "chats"] },
  statistics: {
    file: "statistics/StatisticsPage",
    words: ["statistics"],
    menu: ["main", ChartLine],
  },
  keys: { file: "developers/KeysPage", words: ["keys"], menu: ["developers", KeyRound] },
  webhooks: { file: "developers/WebhooksPage", words: ["webhooks"], menu: ["developers", Webhook] },
  deliveries: {
    file: "developers/DeliveriesPage",
    words: ["deliveries", "webhooks"],
    menu: ["developers", PackageCheck],
  },
  activity: { file: "account/ActivityPage", words: ["activity"], menu: ["account", Activity] },
  usage: { file: "account/UsagePage", words: ["usage", "exports"], menu: ["account", ChartNoAxesColumn] },
  team: { file: "account/TeamPage", words: ["team"], menu: ["account", Users] },
  me: { file: "account/MePage", words: ["me"], within: "signedIn", menu: ["account", CircleUser] },
  join: { file: "account/JoinPage", words: ["join"], within: "signedIn" },
  openAccount: { file: "account/OpenAccountPage", words: ["join"], within: "signedIn" },
} as const satisfies Record<PanelPage, PageRow>;
