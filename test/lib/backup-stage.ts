import type { StageConfig } from "../../lib/config.ts";

/** A vault in another account and region. */
export const ELSEWHERE = "arn:aws:backup:eu-west-1:444455556666:backup-vault:copies-of-prod";

/** A stage's backup settings, with every option set. */
export const BACKUP = {
  backup: { copyTo: ELSEWHERE, keepDays: 14, lock: { changeableForDays: 5 } },
} satisfies Partial<StageConfig>;
