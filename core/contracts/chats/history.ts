import * as z from "zod";
import { Message } from "../message.ts";

/** A message in its chat's history. */
export const HistoryMessage = Message.extend({
  source: z.enum(["service", "phone"]).meta({
    description:
      "`service`: stored when it was received or sent, including messages typed on the phone. `phone`: imported from the phone's history after linking",
  }),
}).meta({ id: "HistoryMessage" });
