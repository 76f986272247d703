import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "../store/table.ts";
import { unpackItem } from "./packed-items.ts";

/** An attribute as Lambda passes it: in DynamoDB's wire format, with bytes as base64. */
type Attribute = Record<string, unknown>;

/** Converts a stream image to an item. @throws Error if the image is not an item of the table. */
export function itemOfImage(image: Readonly<Record<string, unknown>>): Item {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(image)) wire[name] = withBytes(value as Attribute); // an image holds attributes only
  const item = unmarshall(wire as Parameters<typeof unmarshall>[0]); // the client's own form now
  if (typeof item.pk !== "string" || typeof item.sk !== "string") throw new Error("An image has no key of the table.");
  return unpackItem({ ...item, pk: item.pk, sk: item.sk });
}

/** Decodes binary values. They occur only at the top level, in the attribute that contains the pack. */
const withBytes = (value: Attribute): Attribute =>
  typeof value.B === "string" ? { B: Buffer.from(value.B, "base64") } : value;
