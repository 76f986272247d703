import type { Instance } from "../../../../core/contracts/instance.ts";
import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";
import type { PanelAccount, Usage } from "../../../../core/contracts/panel/team.ts";
import { trialDaysLeft } from "../../shell/trial-days-left.ts";
import { limitLevel } from "../account/limit-level.ts";

/** A problem that needs a user's attention. */
export type Trouble =
  | { kind: "number"; instance: Instance }
  | { kind: "webhook"; webhook: PanelWebhook; isPaused: boolean }
  | { kind: "limit"; limit: "requests" | "messages"; isFull: boolean }
  | { kind: "trial"; days: number };

interface Known {
  instances: readonly Instance[] | undefined;
  /** The account's webhooks, or undefined for users who aren't admins and can't see them. */
  webhooks: readonly PanelWebhook[] | undefined;
  usage: Usage | undefined;
  account: PanelAccount | undefined;
}

/** How many days before the end of a trial it is first mentioned. */
const TRIAL_DAYS = 3;

/**
 * Finds everything that is wrong, starting with the problems that stop messages. Data that hasn't loaded yet is
 * ignored.
 */
export function troublesOf({ instances = [], webhooks = [], usage, account }: Known, now: Date): Trouble[] {
  const limits = usage
    ? ([
        ["messages", usage.messages_today],
        ["requests", usage.requests],
      ] as const)
    : [];
  const days = account?.status === "active" ? trialDaysLeft(account.trial_ends_at, now) : null;
  return [
    ...instances.filter(isInTrouble).map((instance) => ({ kind: "number", instance }) as const),
    ...limits.flatMap(([limit, { used, of }]): Trouble[] => {
      const level = limitLevel(used, of);
      return level === "fine" ? [] : [{ kind: "limit", limit, isFull: level === "full" }];
    }),
    ...(days !== null && days <= TRIAL_DAYS ? [{ kind: "trial", days } as const] : []),
    ...webhooks
      .filter(({ url, paused, failing_since: since }) => url !== null && (paused || since !== null))
      .map((webhook) => ({ kind: "webhook", webhook, isPaused: webhook.paused }) as const),
  ];
}

/**
 * Whether a number is out of service for a reason other than never having been linked or having been stopped by
 * someone.
 */
const isInTrouble = ({ status, status_reason: reason, linked_at: linkedAt }: Instance): boolean =>
  status === "failed" || reason !== null || (status === "scan_qr_code" && linkedAt !== null);
