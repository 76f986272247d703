import type { AccountId } from "../../contracts/ids.ts";

/** Takes the place of the instance in a menu's key; no instance has this id. */
const PLACE = "replies";

/**
 * Builds the media store key for a saved reply's file, which, like a menu's, no rule of the bucket deletes. `file` is a
 * new id for each request, so that none overwrites another's file.
 */
export const savedFileKey = (account: AccountId, file: string): string => `MNU/${account}/${PLACE}/${file}`;

/** Whether a file is a saved reply's, so that deleting a message that was sent with it must not remove it. */
export const isSavedFile = (key: string): boolean => {
  const [kind, , place] = key.split("/");
  return kind === "MNU" && place === PLACE;
};
