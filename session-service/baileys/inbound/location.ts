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
      latitude: finite(degreesLatitude),
      longitude: finite(degreesLongitude),
      title: cleanName(title),
      address: cleanName(address),
    },
  };
}

/** JSON has no infinity. */
const finite = (degrees: number | null | undefined) => (Number.isFinite(degrees) ? (degrees ?? 0) : 0);
