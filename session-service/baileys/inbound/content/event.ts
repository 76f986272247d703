import type { SharedEvent } from "../../../../core/contracts/content/event.ts";
import { takenDegrees } from "../bounds/numbers.ts";
import { takenText, takenUrl } from "../bounds/texts.ts";
import { takenAnnounced } from "../bounds/times.ts";
import type { ContentReader } from "./content-reading.ts";
import { takenSentence, takenTitle, wordsOf } from "./words.ts";

const SECOND_MS = 1_000;

/** Reads an event that the chat is invited to. */
export const readEvent: ContentReader<"eventMessage"> = (part) => {
  const { location } = part;
  const event: SharedEvent = {
    name: takenTitle(part.name),
    description: takenSentence(part.description),
    starts_at: takenAnnounced(part.startTime, SECOND_MS),
    ends_at: takenAnnounced(part.endTime, SECOND_MS),
    location: location
      ? {
          name: takenTitle(location.name) ?? takenTitle(location.address),
          latitude: takenDegrees(location.degreesLatitude, 90),
          longitude: takenDegrees(location.degreesLongitude, 180),
        }
      : null,
    join_link: takenUrl(part.joinLink),
    cancelled: part.isCanceled === true,
  };
  return { type: "text", body: wordsOf(takenText(part.name), takenText(part.description)), details: { event } };
};

/** Reads a call scheduled for later, in the older format. */
export const readPlannedCall: ContentReader<"scheduledCallCreationMessage"> = ({ title, scheduledTimestampMs }) => {
  const event: SharedEvent = {
    ...{
      name: takenTitle(title),
      description: null,
      starts_at: takenAnnounced(scheduledTimestampMs, 1),
      ends_at: null,
    },
    ...{ location: null, join_link: null, cancelled: false },
  };
  return { type: "text", body: takenText(title), details: { event } };
};
