import * as z from "zod";
import { EVENT_TYPE_NAMES } from "../../../core/contracts/event-types.ts";
import { EventId, givenId } from "../../../core/contracts/ids.ts";
import { queryList } from "../query-types.ts";

/** The event filters for polling and for the event stream. Spec: Events polling. */
export const EVENT_FILTERS = {
  after: EventId.optional().meta({
    description: "The id of the last event you have. Leave it out to start from the oldest event",
  }),
  types: queryList(z.enum(EVENT_TYPE_NAMES, "There is no such event type."), 2 * EVENT_TYPE_NAMES.length).optional(),
  instance_id: givenId().optional(),
};
