import * as z from "zod";
import { Message } from "../message.ts";

/** A message in its chat's history. */
export const HistoryMessage = Message.extend({
  source: z.enum(["service", "phone"]).meta({
    description:
      "`service`: stored as it came or went, also when it was typed on the phone; `phone`: taken from the phone's history after a link",
  }),
}).meta({ id: "HistoryMessage" });
