import type { TableSetup } from "../../core/aws/table-setup.ts";
import { INDEXES } from "../../core/store/table.ts";

/** A table description as returned by DynamoDB. */
type Described = NonNullable<Awaited<ReturnType<TableSetup["describe"]>>>;

const RESTORE_AGAIN = "Restore again under a different name, with all indexes and the billing mode of the original.";

/** Formats the keys of a table or an index as text, such as `pk HASH S, sk RANGE S`. */
function keysOf({ AttributeDefinitions = [] }: Described, schema: Described["KeySchema"]): string {
  const typeOf = (name: string | undefined) =>
    AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType;
  return (schema ?? []).map(({ AttributeName: name, KeyType }) => `${name} ${KeyType} ${typeOf(name)}`).join(", ");
}

const wantedKeys = (pk: string, sk: string) => `${pk} HASH S, ${sk} RANGE S`;

/**
 * Describes how a table's keys, indexes or billing mode differ from the gateway's requirements. Doesn't check settings
 * that can be changed after the table is created.
 * @returns a sentence, or null if the gateway can work with the table.
 */
export function faultOfTable(name: string, table: Described): string | null {
  const found = keysOf(table, table.KeySchema);
  if (found !== wantedKeys("pk", "sk")) {
    return `The table ${name} has the keys ${found}, but the gateway's table has ${wantedKeys("pk", "sk")}. It is not a gateway table.`;
  }
  const indexes = table.GlobalSecondaryIndexes ?? [];
  for (const { name: index, pk, sk } of Object.values(INDEXES)) {
    const one = indexes.find(({ IndexName }) => IndexName === index);
    if (!one) return `The table ${name} lacks the index ${index}. ${RESTORE_AGAIN}`;
    const projected = one.Projection?.ProjectionType;
    if (keysOf(table, one.KeySchema) !== wantedKeys(pk, sk) || projected !== "KEYS_ONLY") {
      return `The index ${index} of the table ${name} has the keys ${keysOf(table, one.KeySchema)} and projects ${projected}; it must have ${wantedKeys(pk, sk)} and project KEYS_ONLY. ${RESTORE_AGAIN}`;
    }
  }
  const known = new Set<string | undefined>(Object.values(INDEXES).map(({ name: index }) => index));
  const foreign = indexes.find(({ IndexName }) => !known.has(IndexName));
  if (foreign)
    return `The table ${name} has an index ${foreign.IndexName} that the gateway does not know. ${RESTORE_AGAIN}`;
  if ((table.LocalSecondaryIndexes ?? []).length > 0)
    return `The table ${name} has local indexes. It is not a gateway table.`;
  if (table.BillingModeSummary?.BillingMode !== "PAY_PER_REQUEST") {
    return `The table ${name} has provisioned capacity, which the gateway does not adjust. ${RESTORE_AGAIN}`;
  }
  const view = table.StreamSpecification?.StreamEnabled ? table.StreamSpecification.StreamViewType : "NEW_IMAGE";
  if (view !== "NEW_IMAGE") {
    return `The table ${name} has a stream of ${view}, but the gateway needs a stream of NEW_IMAGE. Turn the stream off first: aws dynamodb update-table --table-name ${name} --stream-specification StreamEnabled=false`;
  }
  return null;
}
