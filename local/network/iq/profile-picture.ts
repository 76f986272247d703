import { IqError } from "./iq-answer.ts";

/** Nobody on this network has a picture. */
export function profilePicture(): never {
  throw new IqError(404, "item-not-found");
}
