import {
  Activity,
  BotMessageSquare,
  ChartNoAxesColumn,
  CircleUser,
  Flag,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  PackageCheck,
  Smartphone,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import { paths } from "../paths.ts";
import type { Areas } from "../words/areas.ts";

/** One entry of the menu. */
export interface NavItem {
  to: string;
  key: keyof Areas["common"];
  icon: LucideIcon;
}

/** The menu, part by part. */
export const NAVIGATION: readonly { key: keyof Areas["common"]; items: readonly NavItem[] }[] = [
  {
    key: "nav_main",
    items: [
      { to: paths.start(), key: "nav_start", icon: Flag },
      { to: paths.instances(), key: "nav_instances", icon: Smartphone },
      { to: paths.chats(), key: "nav_chats", icon: MessagesSquare },
      { to: paths.groups(), key: "nav_groups", icon: UsersRound },
      { to: paths.broadcasts(), key: "nav_broadcasts", icon: Megaphone },
    ],
  },
  {
    key: "nav_developers",
    items: [
      { to: paths.keys(), key: "nav_keys", icon: KeyRound },
      { to: paths.webhooks(), key: "nav_webhooks", icon: Webhook },
      { to: paths.deliveries(), key: "nav_deliveries", icon: PackageCheck },
    ],
  },
  {
    key: "nav_account",
    items: [
      { to: paths.activity(), key: "nav_activity", icon: Activity },
      { to: paths.usage(), key: "nav_usage", icon: ChartNoAxesColumn },
      { to: paths.team(), key: "nav_team", icon: Users },
      { to: paths.me(), key: "nav_me", icon: CircleUser },
    ],
  },
];

/** The mark of the product. */
export const Mark = BotMessageSquare;
