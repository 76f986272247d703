import type { LocationContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** Encodes a location. */
export const encodeLocation: Encoder<LocationContent> = (out, content, chat) =>
  generate(out, chat, {
    location: {
      degreesLatitude: content.latitude,
      degreesLongitude: content.longitude,
      ...(content.title !== null && { name: content.title }),
      ...(content.address !== null && { address: content.address }),
    },
  });
