import type { ForeignNumber, ForeignText } from "../bounds/foreign.ts";
import { takenDegrees } from "../bounds/numbers.ts";
import { takenName } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** Reads a location. */
export const readLocation: ContentReader<"locationMessage"> = (part) => placeAt(part, part.name, part.address);

/** Reads a live location, at the position where it was first shared. */
export const readLiveLocation: ContentReader<"liveLocationMessage"> = (part) => {
  const { location, ...place } = placeAt(part, part.caption, null);
  return { ...place, location: location ? { ...location, live: true } : null };
};

function placeAt(
  part: { degreesLatitude?: ForeignNumber | null; degreesLongitude?: ForeignNumber | null },
  title: ForeignText | null | undefined,
  address: ForeignText | null | undefined,
): ContentReading {
  const { degreesLatitude, degreesLongitude } = part;
  return {
    type: "location",
    body: null,
    location: {
      latitude: takenDegrees(degreesLatitude, 90),
      longitude: takenDegrees(degreesLongitude, 180),
      title: takenName(title),
      address: takenName(address),
    },
  };
}
