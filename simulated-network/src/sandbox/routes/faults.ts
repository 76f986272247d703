import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import { node } from "../../format/nodes.ts";
import { NoBody, ok, route } from "../requests/route.ts";

const ForSeconds = z.number().min(0).max(86_400).default(30);

/**
 * Selects queries by `namespace` (also accepted as `xmlns`), `request` and `phone`, which are explained in refusals.ts.
 * Null means all.
 */
const QUERY_CHOICE = {
  namespace: z.string().nullable().default(null),
  xmlns: z.string().nullable().optional(),
  request: z.string().nullable().default(null),
  /** The linked number whose queries are selected. Null means all numbers. */
  phone: z.string().nullable().default(null),
};

/** The delay of late answers, in ms. The session itself waits at most 20 s. */
const Late = z.number().min(0).max(600_000).default(5_000);

/** Query numbers, as sent by clients. */
const QueryIds = z.array(z.string().regex(/^\d+$/)).min(1);

/** Temporary faults with no settings except their duration. */
const SIMPLE_FAULTS = [
  "refuse_connections",
  "lose_acks",
  /** Messages from linked devices are lost without an acknowledgement. */
  "swallow_messages",
  /** Requests for a pairing code (a code typed on the phone) are refused with 429. */
  "refuse_pairing_codes",
  /** After the scan, linking also requires a signature from the owner's passkey. */
  "require_passkey",
  /**
   * The first scan of a device's code doesn't link the device. Instead, the device shows another code, which then
   * works.
   */
  "refresh_link_secret",
  /** The media store refuses all uploads. */
  "refuse_uploads",
  /** File downloads are answered with 410 until a phone uploads the files again. */
  "expire_media",
  /** Downloaded files are damaged, so their hash is wrong. */
  "corrupt_media",
  /** Linked devices can't decrypt messages sent to them, no matter how often they request another copy. */
  "garble_messages",
  /**
   * People who have left a group still receive what linked devices send to it, and can decrypt it if they have the
   * keys.
   */
  "leak_group_messages",
  /** In answers about whether a number is on the network, the person's address is missing. */
  "nameless_contacts",
  /**
   * Phones link devices without sending them the keys for shared settings. POST /phones/{phone}/settings-key provides
   * the keys later.
   */
  "withhold_settings_keys",
] as const;

const Fault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("drop_connections") }),
  z.object({ kind: z.literal("lose_media") }),
  /** Closes every connection once, with this code: 440 replaced, 405 version, 429 too often, 500, 503, 515… */
  z.object({ kind: z.literal("close_connections"), code: z.int().min(400).max(599) }),
  /** Queries are not carried out. They are answered with an error, or never if `code` is null. */
  z.object({
    kind: z.literal("refuse_queries"),
    code: z.int().min(400).max(599).nullable().default(429),
    ...QUERY_CHOICE,
    for_seconds: ForSeconds,
  }),
  /** Queries are carried out, but never answered. */
  z.object({ kind: z.literal("silent_queries"), ...QUERY_CHOICE, for_seconds: ForSeconds }),
  /** Queries are not carried out, and their answers are empty. */
  z.object({ kind: z.literal("empty_answers"), ...QUERY_CHOICE, for_seconds: ForSeconds }),
  /** Queries are carried out, but their answers arrive late. */
  z.object({ kind: z.literal("late_answers"), ...QUERY_CHOICE, milliseconds: Late, for_seconds: ForSeconds }),
  /** Queries are carried out, but their answers are about someone else. */
  z.object({ kind: z.literal("wrong_answers"), ...QUERY_CHOICE, for_seconds: ForSeconds }),
  /** The next `times` queries are refused with 429, as if they were sent too soon after others. */
  z.object({ kind: z.literal("rate_limit_queries"), ...QUERY_CHOICE, times: z.int().min(0).default(1) }),
  /**
   * The next `times` group descriptions from linked devices are refused with 409, as if someone else's description had
   * been set first.
   */
  z.object({ kind: z.literal("stale_descriptions"), times: z.int().min(0).max(100).default(1) }),
  /**
   * The next `times` settings changes from linked devices are refused with 409, as if another device had been faster.
   */
  z.object({ kind: z.literal("conflict_settings"), times: z.int().min(0).max(100).default(1) }),
  /**
   * Messages from linked devices are acknowledged with an error: 463, 479, 429… `types` and `times` are explained in
   * refusals.ts.
   */
  z.object({
    kind: z.literal("refuse_messages"),
    code: z.int().min(400).max(599).default(479),
    types: z.array(z.string()).default([]),
    times: z.int().min(1).nullable().default(null),
    for_seconds: ForSeconds,
  }),
  /** Clients with this version, such as `2.3000.1043857760`, are refused with 405. */
  z.object({ kind: z.literal("refuse_version"), version: z.string().default(""), for_seconds: ForSeconds }),
  /**
   * Logins from linked devices are refused with this code when they reconnect: 411 linked devices not allowed, 409,
   * 414…
   */
  z.object({
    kind: z.literal("refuse_logins"),
    code: z.int().min(400).max(599).default(411),
    for_seconds: ForSeconds,
  }),
  /**
   * Queries in the newer (MEX) format, chosen by number, are either unknown (`retire_queries`), or carried out but
   * answered in another form (`reshape_queries`).
   */
  z.object({ kind: z.literal("retire_queries"), ids: QueryIds, for_seconds: ForSeconds }),
  z.object({
    kind: z.literal("reshape_queries"),
    ids: QueryIds,
    how: z.enum(["renamed", "emptied", "null", "garbled"]).default("emptied"),
    for_seconds: ForSeconds,
  }),
  z.object({ kind: z.enum(SIMPLE_FAULTS), for_seconds: ForSeconds }),
  z.object({
    kind: z.literal("delay"),
    for_seconds: ForSeconds,
    milliseconds: z.number().min(0).max(60_000).default(1000),
  }),
]);

/**
 * Routes that turn on faults for a limited time. 0 seconds turns a fault off. Files removed by `lose_media` stay lost.
 */
export const faultRoutes = [
  /** Lists each linked device's logins since the network started. */
  route("GET /connections", NoBody, ({ deps }) => ok({ data: deps.world.logins.list() })),

  route("POST /faults", Fault, ({ deps, body }) => {
    const { faults, media } = deps.world;
    switch (body.kind) {
      case "drop_connections":
        deps.dropAll();
        break;
      case "close_connections":
        deps.endAll(ending(body.code));
        break;
      case "lose_media":
        media.lose();
        break;
      case "delay":
        faults.beginDelay(body.for_seconds, body.milliseconds);
        break;
      case "refuse_queries":
        faults.beginQueryRefusal(body.for_seconds, { ...chosenBy(body), code: body.code });
        break;
      case "silent_queries":
        faults.answers.begin("silent", chosenBy(body), body.for_seconds);
        break;
      case "empty_answers":
        faults.answers.begin("empty", chosenBy(body), body.for_seconds);
        break;
      case "late_answers":
        faults.answers.begin("late", chosenBy(body), body.for_seconds, body.milliseconds);
        break;
      case "wrong_answers":
        faults.answers.begin("wrong", chosenBy(body), body.for_seconds);
        break;
      case "rate_limit_queries":
        faults.setRateLimit(chosenBy(body), body.times);
        break;
      case "stale_descriptions":
        faults.setStaleDescriptions(body.times);
        break;
      case "retire_queries":
        faults.mex.retire(body.for_seconds, body.ids);
        break;
      case "reshape_queries":
        faults.mex.reshape(body.for_seconds, body.ids, body.how);
        break;
      case "conflict_settings":
        faults.setConflicts(body.times);
        break;
      case "refuse_logins":
        faults.beginLoginRefusal(body.for_seconds, body.code);
        break;
      case "refuse_version":
        faults.beginVersionRefusal(body.for_seconds, body.version);
        break;
      case "refuse_messages":
        faults.beginRefusal(body.for_seconds, body);
        break;
      default:
        faults.begin(body.kind, body.for_seconds);
    }
    return ok(body);
  }),
];

interface AskedChoice {
  readonly namespace: string | null;
  readonly xmlns?: string | null | undefined;
  readonly request: string | null;
  readonly phone: string | null;
}

function chosenBy({ namespace, xmlns, request, phone }: AskedChoice) {
  return { namespace: namespace ?? xmlns ?? null, request, phone };
}

/** Returns the stanza that the network sends before closing a connection with a given error code. */
function ending(code: number): BinaryNode {
  if (code === 440) return node("stream:error", {}, [node("conflict", { type: "replaced" })]);
  return code >= 500 ? node("stream:error", { code }) : node("failure", { reason: code, location: "simulated" });
}
