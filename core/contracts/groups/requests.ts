import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { givenPeople } from "./people.ts";

const id = z.string().meta({ description: "The network's id for the person, as used in the group" });
const phone = z.string().nullable().meta({ description: "Digits only; null while the number is hidden" });

/** A person who has requested to join a group. */
export const GroupRequest = z
  .object({
    id,
    phone,
    requested_at: z
      .string()
      .nullable()
      .meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "GroupRequest" });
export type GroupRequest = z.infer<typeof GroupRequest>;

/** POST …/requests/approve and …/requests/reject. */
export const AnswerRequestsBody = z
  .object({ participants: givenPeople(1, LIMITS.groupPeopleMax) })
  .meta({ id: "AnswerGroupRequests" });

/** The possible outcomes of answering a join request. */
export const REQUEST_RESULTS = ["approved", "rejected", "not_found", "refused"] as const;

/** The outcome of one person's join request. */
export const GroupRequestResult = z
  .object({
    id,
    phone,
    result: z.enum(REQUEST_RESULTS).meta({
      description: "not_found: this person has no open request. refused: the network refused",
    }),
    reason: z.string().nullable().meta({ description: "Why the network refused, if it gives a reason: group_full" }),
  })
  .meta({ id: "GroupRequestResult" });
export type GroupRequestResult = z.infer<typeof GroupRequestResult>;
