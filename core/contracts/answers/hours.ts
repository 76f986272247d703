import * as z from "zod";
import { text } from "../text.ts";
import { WEEKDAYS } from "./answer-states.ts";

const DAYS_RULE = `List each day at most once: ${WEEKDAYS.join(", ")}.`;
const TIME_RULE = "Use a time of day in the form HH:MM, from 00:00 to 23:59.";
const TIME_CHARS = 5;
const clockTime = text(TIME_CHARS, TIME_RULE, TIME_RULE)
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, TIME_RULE)
  .meta({ example: "09:00" });

/** Opening hours in requests and responses. Spec: AI agent, menu. */
export const OpeningHours = z
  .object({
    days: z
      .array(z.enum(WEEKDAYS, DAYS_RULE), DAYS_RULE)
      .min(1, DAYS_RULE)
      .max(WEEKDAYS.length, DAYS_RULE)
      .refine((days) => new Set(days).size === days.length, DAYS_RULE),
    from: clockTime,
    to: clockTime,
  })
  .meta({
    description:
      "Times are in the instance's time zone. If `to` is earlier than `from`, it is on the next day. If both are the same, the range is the whole day",
  });
