import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

/** The error message for a group member who is identified by neither a phone nor a private id. */
export const PERSON_RULE =
  "Use phones in international format, like 201012345678, or private ids (…@lid), each only once.";

/**
 * Creates a schema for people in a request, identified by phone digits or private id. `checkPeople` still has to check
 * them.
 * @param min the minimum number of people. @param max the maximum number of people.
 */
export const givenPeople = (min: number, max: number) =>
  z
    .array(text(LIMITS.chatIdMaxChars, PERSON_RULE))
    .min(min, `Provide ${min} to ${max} people.`)
    .max(max, `Provide ${min} to ${max} people.`)
    .meta({ description: "Phones with their country code, or private ids (…@lid)", example: ["5511999990001"] });

/** The error message for a request about group members that names the linked number itself. */
export const OWN_NUMBER =
  "The list contains the instance's own number, which is already in the group. To leave, use POST …/leave. Only another admin can change its role.";

/** The advice included in every response about adding people to a group. */
export const PREFER_LINK =
  "Sending people the group's invite link (GET …/invite) is safer for the number than adding them, because they join on their own.";
