import type { AccountId, ExportId } from "../../contracts/ids.ts";

/** Returns the prefix of the keys of all files in an export's archive. */
export const exportPrefix = (account: AccountId, made: ExportId): string => `EXP/${account}/${made}/`;

/**
 * Builds the media store key for a file in an export's archive. `file` is a new id for each attempt, so a process that
 * was presumed dead can't overwrite files written by its successor.
 */
export const exportFileKey = (account: AccountId, made: ExportId, file: string): string =>
  `${exportPrefix(account, made)}${file}`;
