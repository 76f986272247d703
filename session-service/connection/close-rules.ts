import type { InstanceStatus, InstanceStatusReason } from "../../core/contracts/instance.ts";
import { PROXY_FAILED } from "../baileys/shared/proxy-failed.ts";

/** How a session reacts when its connection closes. */
export interface CloseRule {
  means: string;
  /**
   * `at_once`, `backoff` (1 s to 60 s), a fixed wait in seconds, `unlink` (the link no longer exists, so keys are
   * wiped), or `ban_ladder` (hourly for a day, then daily).
   */
  again: "at_once" | "backoff" | "unlink" | "ban_ladder" | { afterSec: number };
  /** The status to display immediately, or null if the connection may recover before anyone needs to know. */
  shown: { status: InstanceStatus; reason: InstanceStatusReason | null } | null;
  /** The name of the alarm that this close code triggers through the log. */
  alarm?: string;
}

const lost = (means: string): CloseRule => ({ means, again: "backoff", shown: null });
const identityRefused = (means: string): CloseRule => ({
  means,
  again: "backoff",
  shown: { status: "starting", reason: "unavailable" },
  alarm: "client_identity_refused",
});

/** Our own close code for a connection that we closed because many people's messages had become unreadable. */
export const BAD_SESSION = 590;

/** The network's close codes. The library's own list lacks 402, 405, 406, 409, 413 and 414. */
const RULES: Record<number, CloseRule> = {
  401: { means: "logged out", again: "unlink", shown: { status: "scan_qr_code", reason: "network_logged_out" } },
  402: {
    means: "banned for a while",
    again: { afterSec: 3_600 }, // when the network names no end
    shown: { status: "failed", reason: "restricted" },
  },
  403: { means: "banned", again: "ban_ladder", shown: { status: "failed", reason: "banned" } },
  405: {
    means: "client version refused",
    again: { afterSec: 300 },
    shown: { status: "starting", reason: "unavailable" },
    alarm: "client_version_refused",
  },
  406: { means: "banned", again: "ban_ladder", shown: { status: "failed", reason: "banned" } },
  408: lost("no answer"),
  409: identityRefused("client identity refused"),
  411: identityRefused("the phone does not allow linked devices"),
  413: identityRefused("client identity refused"),
  414: identityRefused("client identity refused"),
  428: lost("the line was cut"),
  429: {
    means: "too many connects",
    again: { afterSec: 900 },
    shown: { status: "starting", reason: "unavailable" },
    alarm: "too_many_connects",
  },
  440: {
    means: "another connection has these credentials",
    again: { afterSec: 30 },
    shown: { status: "starting", reason: "replaced_elsewhere" },
  },
  500: lost("stream error"),
  502: lost("the network's server is not well"),
  503: lost("the network's server is not available"),
  504: lost("the network's server is not available"),
  [BAD_SESSION]: {
    means: "many people can't be read any more",
    again: "at_once",
    shown: null,
    alarm: "session_unreadable",
  },
  [PROXY_FAILED]: {
    means: "the proxy can't be used",
    again: "backoff",
    shown: { status: "starting", reason: "proxy_unreachable" },
  },
  515: { means: "restart required", again: "at_once", shown: null },
};

/** Codes that require a new link if they occur three times in a row. */
export const IDENTITY_REFUSED = new Set([409, 411, 413, 414]);

/**
 * Returns the rule for a close code. An unknown code is treated as a broken connection. Keys are only wiped for 401.
 */
export const closeRule = (code: number): CloseRule => RULES[code] ?? lost("an unknown code");

/** The longest plausible ban. A longer one is treated as an error and ignored. */
const LONGEST_BAN_SEC = 10 * 365 * 86_400;

/** Returns how many seconds remain until a temporary ban expires, or null if the network does not report it. */
export function banSeconds(data: unknown): number | null {
  if (typeof data !== "object" || data === null) return null;
  const seconds = Number(Reflect.get(data, "expire"));
  return seconds > 0 && seconds <= LONGEST_BAN_SEC ? seconds : null;
}
