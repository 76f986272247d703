import type {
  Broadcast,
  ChangeBroadcastBody,
  CreateBroadcastBody,
} from "../../../core/contracts/broadcasts/broadcast.ts";
import { type CallId, call } from "./call.ts";
import { pagesOf, queryOf } from "./query.ts";

const TEN_SECONDS = 10_000;
/** Pauses that end by themselves. */
const GOES_ON: ReadonlySet<string> = new Set(["daily_limit", "warm_up", "not_connected"]);
/** Whether it changes by itself and is polled: it runs, starts at its time, or waits for the day or the connection. */
export const isMoving = ({ status, reason }: Broadcast) =>
  status === "running" ||
  status === "scheduled" ||
  (status === "paused" && reason !== null && GOES_ON.has(reason.code));

/** Every route that reads broadcasts. */
export const BROADCAST_READS = [
  "broadcasts.list",
  "broadcasts.get",
  "broadcasts.recipients",
] as const satisfies readonly CallId[];

/** The account's broadcasts, newest first; polled while one changes by itself. */
export const broadcastsQuery = () =>
  pagesOf(
    "broadcasts.list",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isMoving)) ? TEN_SECONDS : false),
    },
  );

/** One of them. */
export const broadcastQuery = (id: string) =>
  queryOf(
    "broadcasts.get",
    { at: { id } },
    {
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? TEN_SECONDS : false),
    },
  );

/** Its people, in one state or all. @param moves they are asked again. */
export const recipientsQuery = (id: string, status: string | null, moves: boolean) =>
  pagesOf("broadcasts.recipients", { at: { id }, query: { status } }, { refetchInterval: moves ? TEN_SECONDS : false });

/** Makes a broadcast as a draft: nothing is sent until it is started. */
export const createDraft = (body: Omit<CreateBroadcastBody, "draft">) =>
  call("broadcasts.create", { body: { ...body, draft: true } });

/** Changes one that has not started. */
export const changeBroadcast = (id: string, body: ChangeBroadcastBody) =>
  call("broadcasts.change", { at: { id }, body });

/** Starts, pauses or resumes it. */
export const actOnBroadcast = (id: string, act: "start" | "pause" | "resume") =>
  call(`broadcasts.${act}`, { at: { id }, body: {} });

/** Ends it: who has not got it yet does not get it. */
export const cancelBroadcast = (id: string) => call("broadcasts.cancel", { at: { id } });
