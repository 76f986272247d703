import type {
  Broadcast,
  ChangeBroadcastBody,
  CreateBroadcastBody,
} from "../../../core/contracts/broadcasts/broadcast.ts";
import { type CallId, call } from "./call.ts";
import { pagesOf, queryOf } from "./query.ts";

const TEN_SECONDS = 10_000;
/** The reasons for pauses that end on their own. */
const GOES_ON: ReadonlySet<string> = new Set(["daily_limit", "warm_up", "not_connected"]);
/**
 * Whether a broadcast can change on its own and so has to be polled: it is running, scheduled, or paused until the next
 * day or until the number reconnects.
 */
export const isMoving = ({ status, reason }: Broadcast) =>
  status === "running" ||
  status === "scheduled" ||
  (status === "paused" && reason !== null && GOES_ON.has(reason.code));

/** Every route that fetches broadcasts. */
export const BROADCAST_READS = [
  "broadcasts.list",
  "broadcasts.get",
  "broadcasts.recipients",
] as const satisfies readonly CallId[];

/** The query for the account's broadcasts, newest first. Polls while any of them can change on its own. */
export const broadcastsQuery = () =>
  pagesOf(
    "broadcasts.list",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isMoving)) ? TEN_SECONDS : false),
    },
  );

/** The query for a single broadcast. */
export const broadcastQuery = (id: string) =>
  queryOf(
    "broadcasts.get",
    { at: { id } },
    {
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? TEN_SECONDS : false),
    },
  );

/** The request parameters for a broadcast's recipients. @param status the state to filter by, or null for all. */
export const recipientsAsked = (id: string, status: string | null, limit: number | null = null) => ({
  at: { id },
  query: { status, limit },
});

/**
 * The query for a broadcast's recipients, either in a single state or in all. @param moves whether to poll for changes.
 */
export const recipientsQuery = (id: string, status: string | null, moves: boolean) =>
  pagesOf("broadcasts.recipients", recipientsAsked(id, status), { refetchInterval: moves ? TEN_SECONDS : false });

/** Creates a broadcast as a draft. Nothing is sent until the draft is started. */
export const createDraft = (body: Omit<CreateBroadcastBody, "draft">) =>
  call("broadcasts.create", { body: { ...body, draft: true } });

/** Changes a broadcast that has not started. */
export const changeBroadcast = (id: string, body: ChangeBroadcastBody) =>
  call("broadcasts.change", { at: { id }, body });

/** Starts, pauses or resumes a broadcast. */
export const actOnBroadcast = (id: string, act: "start" | "pause" | "resume") =>
  call(`broadcasts.${act}`, { at: { id }, body: {} });

/** Cancels a broadcast. People who haven't received it yet won't. */
export const cancelBroadcast = (id: string) => call("broadcasts.cancel", { at: { id } });
