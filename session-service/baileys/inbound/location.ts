import { coordinate } from "../../../core/domain/coordinate.ts";
import { cleanName } from "./clean-text.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** A place. */
export const readLocation: ContentReader<"locationMessage"> = (part) => placeAt(part, part.name, part.address);

/** A place that moves: where it was when it was shared. */
export const readLiveLocation: ContentReader<"liveLocationMessage"> = (part) => placeAt(part, part.caption, null);

function placeAt(
  part: { degreesLatitude?: number | null; degreesLongitude?: number | null },
  title: string | null | undefined,
  address: string | null | undefined,
): ContentReading {
  const { degreesLatitude, degreesLongitude } = part;
  return {
    type: "location",
    body: null,
    location: {
      latitude: coordinate(degreesLatitude, 90),
      longitude: coordinate(degreesLongitude, 180),
      title: cleanName(title),
      address: cleanName(address),
    },
  };
}
