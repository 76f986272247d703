import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

/** The error sentence for a person of a group who is named by neither of their ids. */
export const PERSON_RULE = "Give phones in international format, like 201012345678, or private ids (…@lid), each once.";

/**
 * People in a request, each by their phone's digits or by their private id; still to be judged by `checkPeople`.
 * @param min how many at least. @param max how many at most.
 */
export const givenPeople = (min: number, max: number) =>
  z
    .array(text(LIMITS.chatIdMaxChars, PERSON_RULE))
    .min(min, `Give ${min} to ${max} people.`)
    .max(max, `Give ${min} to ${max} people.`)
    .meta({ description: "Phones with their country code, or private ids (…@lid)", example: ["5511999990001"] });
