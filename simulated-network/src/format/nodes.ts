import type { BinaryNode } from "@whiskeysockets/baileys";

/** A new node's attributes. Undefined attributes are omitted. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Creates a node in the wire format. All values are converted to text: the encoder counts the attributes before it
 * drops those that aren't text, so a number would corrupt the frame.
 */
export function node(tag: string, attributes: Attributes = {}, content?: BinaryNode["content"]): BinaryNode {
  const attrs: BinaryNode["attrs"] = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) attrs[name] = String(value);
  return content === undefined ? { tag, attrs } : { tag, attrs, content };
}

/** Returns the child nodes. Empty if the content is bytes or missing. */
export function children(parent: BinaryNode, tag?: string): BinaryNode[] {
  if (!Array.isArray(parent.content)) return [];
  return tag === undefined ? parent.content : parent.content.filter((child) => child.tag === tag);
}

/** Returns the first child with this tag, or null if there is none. */
export function child(parent: BinaryNode | null, tag: string): BinaryNode | null {
  return parent ? (children(parent, tag)[0] ?? null) : null;
}

/** Returns the bytes in a node's content, or null if it has none. Short byte strings can arrive packed as text. */
export function contentBytes(holder: BinaryNode | null): Buffer | null {
  const content = holder?.content;
  if (content instanceof Uint8Array) return Buffer.from(content);
  return typeof content === "string" ? Buffer.from(content) : null;
}

/** Returns the bytes of the first child with this tag, or null if there is no such child or it has no bytes. */
export function childBytes(parent: BinaryNode | null, tag: string): Buffer | null {
  return contentBytes(child(parent, tag));
}

/** Returns the number that a child contains as big-endian bytes, or null if the child is missing. */
export function childNumber(parent: BinaryNode | null, tag: string): number | null {
  const bytes = childBytes(parent, tag);
  return bytes?.length ? bytes.readUIntBE(0, bytes.length) : null;
}

/** Encodes a number as big-endian bytes. */
export function numberBytes(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** Returns a time in the format used in stanzas: whole seconds since 1970. */
export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
