import type { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW, type LocationView } from "./content-view.ts";

/** Parses a location, either fixed or live. */
export function readLocation(message: proto.IMessage): ContentView | null {
  const place = message.locationMessage ?? message.liveLocationMessage;
  if (!place) return null;
  const location = {
    latitude: place.degreesLatitude ?? 0,
    longitude: place.degreesLongitude ?? 0,
    title: message.locationMessage?.name || message.liveLocationMessage?.caption || null,
    address: message.locationMessage?.address || null,
  };
  return { ...EMPTY_VIEW, type: "location", location };
}

/** Builds a fixed location as phones send it. */
export function writeLocation(location: LocationView): proto.IMessage {
  return {
    locationMessage: {
      degreesLatitude: location.latitude,
      degreesLongitude: location.longitude,
      name: location.title,
      address: location.address,
    },
  };
}

/** Builds a live location at its current position. */
export function writeLiveLocation({ latitude, longitude, title }: LocationView): proto.IMessage {
  return {
    liveLocationMessage: {
      degreesLatitude: latitude,
      degreesLongitude: longitude,
      caption: title,
      accuracyInMeters: 10,
      sequenceNumber: 1,
    },
  };
}
