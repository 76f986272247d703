import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

/** The error sentence for a person in a group who is identified by neither a phone nor a private id. */
export const PERSON_RULE = "Give phones in international format, like 201012345678, or private ids (…@lid), each once.";

/**
 * Creates a schema for people in a request, each given by phone digits or private id. They still have to be checked by
 * `checkPeople`.
 * @param min the minimum number of people. @param max the maximum number of people.
 */
export const givenPeople = (min: number, max: number) =>
  z
    .array(text(LIMITS.chatIdMaxChars, PERSON_RULE))
    .min(min, `Give ${min} to ${max} people.`)
    .max(max, `Give ${min} to ${max} people.`)
    .meta({ description: "Phones with their country code, or private ids (…@lid)", example: ["5511999990001"] });

/** The error sentence for a request about group members that includes the linked number itself. */
export const OWN_NUMBER =
  "The instance's own number is named. It is in its groups already and leaves one with POST …/leave; its rank is for other admins to change.";

/** The advice included in every answer about people being added to a group. */
export const PREFER_LINK =
  "Sending people the group's invite link (GET …/invite) is safer for the number than adding them: they come in by themselves.";
