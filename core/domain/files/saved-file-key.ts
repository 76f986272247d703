import type { AccountId } from "../../contracts/ids.ts";

/** Used in place of the instance's id in a menu file's key. No instance has this id. */
const PLACE = "replies";

/**
 * Builds the media store key for a saved reply's file. Like a menu's file, it is not deleted by any of the bucket's
 * rules. `file` is a new id for each request, so no request overwrites another's file.
 */
export const savedFileKey = (account: AccountId, file: string): string => `MNU/${account}/${PLACE}/${file}`;

/** Whether a file belongs to a saved reply. If so, deleting a message sent with the file must not delete the file. */
export const isSavedFile = (key: string): boolean => {
  const [kind, , place] = key.split("/");
  return kind === "MNU" && place === PLACE;
};
