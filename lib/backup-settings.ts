/**
 * Daily backups of the table in AWS Backup. They complement the table's own restore points, which are lost along with
 * its account or region.
 */
export interface BackupSettings {
  /**
   * The ARN of a vault in another region or account that receives a copy of each backup. If null, backups stay only in
   * the stage's own vault. If the vault is in another account, that account must belong to the same organization.
   * docs/deployment.md describes how to create the vault.
   */
  copyTo: string | null;
  /**
   * How many days to retain each backup and its copy, 1 to 36,499. Each is a full copy of the table and is billed as
   * such.
   */
  keepDays: number;
  /**
   * Whether a backup can be deleted early. With "governance", anyone allowed to remove the lock can delete it. With a
   * number of days, 3 to 36,500, the lock becomes final after that time. From then on, neither the lock nor `keepDays`
   * can be changed, not even by AWS.
   */
  lock: "governance" | { changeableForDays: number };
}

const VAULT_ARN = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:([A-Za-z0-9_-]{2,50})$/;

/** AWS's limits: the retention a lock accepts, in days, and at least 72 hours before the lock becomes final. */
const KEEP_DAYS = [1, 36_499] as const;
const CHANGEABLE_DAYS = [3, 36_500] as const;

/**
 * Returns the name of a stage's own vault. Vaults are regional, so a stage in two regions has a vault with this name in
 * each region.
 */
export const vaultName = (stage: string): string => `messaging-gateway-${stage}`;

/** Returns a phrase that describes the mistake in a stage's backup settings, or null if they are valid. */
export function faultOfBackup(backup: BackupSettings | null): string | null {
  if (backup === null) return null;
  const { copyTo, keepDays, lock } = backup;
  const name = copyTo === null ? null : VAULT_ARN.exec(copyTo)?.[1];
  if (name === undefined) {
    return `has backup.copyTo "${copyTo}"; it must be the full ARN of a backup vault in another region or account, or null`;
  }
  if (name === "Default") {
    return "has backup.copyTo set to a vault named Default; AWS Backup can't copy into such a vault from another account, so create a separate vault for the copies";
  }
  if (!isWithin(keepDays, KEEP_DAYS)) return `has backup.keepDays ${keepDays}; it must be ${wholeFrom(KEEP_DAYS)}`;
  if (lock === "governance" || isWithin(lock.changeableForDays, CHANGEABLE_DAYS)) return null;
  return `has backup.lock.changeableForDays ${lock.changeableForDays}; it must be ${wholeFrom(CHANGEABLE_DAYS)}. For a lock that can be removed later, use "governance"`;
}

type Range = readonly [least: number, most: number];

const isWithin = (value: number, [least, most]: Range) => Number.isInteger(value) && value >= least && value <= most;

const wholeFrom = ([least, most]: Range) => `a whole number from ${least} to ${most}`;
