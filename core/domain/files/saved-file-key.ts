import type { AccountId } from "../../contracts/ids.ts";

/** Takes the place of the instance's id in a menu file's key; no instance has this id. */
const PLACE = "replies";

/**
 * Builds the media store key for a saved reply's file. Like a menu's file, it is not deleted by any of the bucket's
 * rules. `file` is a new id for each request, so no request overwrites another's file.
 */
export const savedFileKey = (account: AccountId, file: string): string => `MNU/${account}/${PLACE}/${file}`;

/**
 * Whether a file belongs to a saved reply, in which case deleting a message that was sent with it must not remove the
 * file.
 */
export const isSavedFile = (key: string): boolean => {
  const [kind, , place] = key.split("/");
  return kind === "MNU" && place === PLACE;
};
