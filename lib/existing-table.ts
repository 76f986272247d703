/**
 * A restored table that a stage uses instead of the one in its data stack. `npm run admin -- table prepare` prints
 * these lines.
 */
export interface ExistingTable {
  /**
   * The ARN of the table's stream, which includes the table's ARN. It has to be configured, because the timestamp at
   * its end is unpredictable.
   */
  streamArn: string;
  /** The ARN of the KMS key that encrypts the table, or null for an AWS-owned key. */
  keyArn: string | null;
}

const STREAM_ARN = /^(arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/([A-Za-z0-9_.-]{3,255}))\/stream\/[0-9T:.-]+$/;
const KEY_ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;

/** Returns the name and ARN of the table that a stream belongs to. @throws if the stream's ARN is invalid. */
export function tableOfStream(streamArn: string): { name: string; arn: string } {
  const [, arn, name] = STREAM_ARN.exec(streamArn) ?? [];
  if (arn === undefined || name === undefined) throw new Error(`"${streamArn}" is not the ARN of a table's stream.`);
  return { name, arn };
}

/** Returns a phrase that describes what is wrong with a stage's existing table, or null if it is valid. */
export function faultOfExistingTable(existing: ExistingTable | null): string | null {
  if (existing === null) return null;
  const { streamArn, keyArn } = existing;
  const advice = "`npm run admin -- table prepare` prints the lines to paste";
  if (!STREAM_ARN.test(streamArn)) {
    return `has existingTable.streamArn "${streamArn}"; it must be the full ARN of the table's stream. ${advice}`;
  }
  if (keyArn === null || KEY_ARN.test(keyArn)) return null;
  return `has existingTable.keyArn "${keyArn}"; it must be the ARN of the table's KMS key, or null. ${advice}`;
}
