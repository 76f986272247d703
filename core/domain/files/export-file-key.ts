import type { AccountId, ExportId } from "../../contracts/ids.ts";

/** Returns how the keys of all files of an export's archive begin. */
export const exportPrefix = (account: AccountId, made: ExportId): string => `EXP/${account}/${made}/`;

/**
 * Builds the media store key for a file of an export's archive. `file` is a new id for each try, so that a process that
 * was taken for dead can't replace what its successor wrote.
 */
export const exportFileKey = (account: AccountId, made: ExportId, file: string): string =>
  `${exportPrefix(account, made)}${file}`;
