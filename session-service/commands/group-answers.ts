import type { LimitedAction } from "../../core/contracts/protection/limited-actions.ts";
import type { GroupRole, NetworkGroup } from "../../core/domain/groups/group.ts";
import { ApiError } from "../../core/errors.ts";
import { ADMINS_ONLY } from "../../core/operations/groups/require-changeable.ts";
import { giveBackAction, takeAction } from "../../core/operations/protection/take-action.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { PersonUnknown } from "../baileys/queries/blocklist.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import type { CommandTools } from "./command-tools.ts";

/**
 * The time limit for one query. The rest of the caller's time is reserved for reading the group back and one more
 * attempt.
 */
const QUESTION_MS = 3_500;
/** The time limit for checking the result of a change. */
export const READ_BACK_MS = 2_000;
/** The network's codes for "the number may not do this" and "the number is not in the group". */
const MAY_NOT: ReadonlySet<number> = new Set([401, 403]);
/** The network's codes for a group that, as far as the number can tell, doesn't exist. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 410]);
const NOT_FOUND = 404;
const RETRY_SEC = 5;

/** Errors that describe a known outcome. Any other error comes from the connection. */
const KNOWN = [NetworkRefusal, AnswerUnknown, PersonUnknown, ApiError, FenceLost];

const NOT_DONE = "The network did not respond, and the change was not made. Try again in a moment.";

/**
 * Returns the network's answer to a query. @throws AnswerUnknown if time runs out or the connection breaks, because the
 * command may have been carried out anyway; NetworkRefusal and the other `KNOWN` errors unchanged.
 */
export async function asked<T>(what: string, question: () => Promise<T>, waitMs = QUESTION_MS): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AnswerUnknown(what)), waitMs);
  const answer = question();
  answer.catch(() => {}); // it may come after the silence
  try {
    return await Promise.race([answer, silence]);
  } catch (error) {
    if (KNOWN.some((known) => error instanceof known)) throw error;
    throw new AnswerUnknown(`${what} (${error})`);
  } finally {
    clearTimeout(timer);
  }
}

/** A group that was just read back. `group` and `role` are null if the number is not in the group. */
export type ReadBack = { group: NetworkGroup; role: GroupRole } | { group: null; role: null };

/** Fetches a group from the network and stores it. @throws AnswerUnknown if it can't be fetched now; FenceLost. */
export async function readBack({ network, groups }: CommandTools, id: string): Promise<ReadBack> {
  try {
    const group = await asked("a group", () => network.readGroup(id), READ_BACK_MS);
    const role = network.ownRole(group.members);
    await groups.stored(id, { kind: "whole", group, my_role: role });
    return role === null ? { group: null, role } : { group, role };
  } catch (error) {
    if (!(error instanceof NetworkRefusal)) throw error;
    if (!GONE.has(error.code)) throw new AnswerUnknown(error.message);
    await groups.stored(id, { kind: "left" });
    return { group: null, role: null };
  }
}

/**
 * Chooses the error to throw when a group change fails. After a refusal that may be about permissions, reads the group
 * back, so our copy is consistent with the refusal. @returns the error to throw. @throws FenceLost
 */
export async function groupError(tools: CommandTools, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof NetworkRefusal)) return error;
  if (!MAY_NOT.has(error.code) && error.code !== NOT_FOUND) return error;
  const found = await readBack(tools, id).catch((unread: unknown) => {
    if (unread instanceof AnswerUnknown) return null;
    throw unread;
  });
  if (found === null) return error;
  if (found.role === null) return new ApiError("group_not_found");
  if (MAY_NOT.has(error.code) && found.role === "member") return new ApiError("conflict", { message: ADMINS_ONLY });
  return error;
}

/** Runs a read-only query about a group. @throws the errors that `groupError` returns. */
export async function groupQuestion<T>(
  tools: CommandTools,
  id: string,
  what: string,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await asked(what, question);
  } catch (error) {
    throw await groupError(tools, id, error);
  }
}

/**
 * Returns the error for a change that the network didn't respond to and that isn't visible when the group is read back.
 */
export const notDone = (): ApiError =>
  new ApiError("messenger_unavailable", { status: 503, message: NOT_DONE, retryAfterSec: RETRY_SEC });

/**
 * Runs a limited action. Charges it first, and gives the charge back if the action definitely did not happen.
 * @throws ApiError `limit_reached`; FenceLost; and errors of `work`.
 */
export async function counted<T>(
  { deps, session }: CommandTools,
  kind: LimitedAction,
  work: () => Promise<T>,
): Promise<T> {
  const { instance_id, fence } = session;
  const taken = await takeAction(deps, instance_id, kind, 1, fence);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnswerUnknown)) await giveBackAction(deps, instance_id, taken, fence);
    throw error;
  }
}
