import type { AccountId } from "../../contracts/ids.ts";

/** Replaces the instance's id in a key of the same form as a menu's; no instance has this id. */
const PLACE = "replies";

/**
 * Builds the media store key for a saved reply's file. Like a menu's file, it is not deleted by any rule of the bucket.
 * `file` is a new id for each request, so that no request overwrites another's file.
 */
export const savedFileKey = (account: AccountId, file: string): string => `MNU/${account}/${PLACE}/${file}`;

/**
 * Whether a file belongs to a saved reply. If so, deleting a message that was sent with it must not remove the file.
 */
export const isSavedFile = (key: string): boolean => {
  const [kind, , place] = key.split("/");
  return kind === "MNU" && place === PLACE;
};
